import Codec
import OAuth
import Testing

struct ResumeRequestTests {
    static let pairs = [("handle", "h"), ("client_id", "app1"), ("code_verifier", Samples.verifier)]

    func refusal(_ pairs: [(String, String)]) throws -> TokenErrorCode {
        try #require(#expect(throws: TokenError.self) { try ResumeRequest(Form(pairs)) }).code
    }

    func refusal(json: String) throws -> TokenErrorCode {
        try #require(#expect(throws: TokenError.self) { try ResumeRequest(json: Array(json.utf8)) }).code
    }

    @Test func `a form and a JSON object say the same`() throws {
        let form = try ResumeRequest(Form(Self.pairs.map { ($0.0, $0.1) }))
        let body =
            #"{"client_id": "app1", "x": {"handle": ["a:b", "\"}:"]}, "handle":"\u0068", "code_verifier": "#
        let json = try ResumeRequest(json: Array("\(body)\"\(Samples.verifier)\"}".utf8))
        #expect(form.handle == json.handle && form.clientID == json.clientID)
        #expect(form.verifier.text == json.verifier.text)
    }

    @Test func `a missing, empty or repeated parameter is invalid_request`() throws {
        for (name, value) in Self.pairs {
            let rest = Self.pairs.filter { $0.0 != name }
            #expect(try refusal(rest) == .invalidRequest)
            #expect(try refusal(rest + [(name, "")]) == .invalidRequest)
            #expect(try refusal(Self.pairs + [(name, value)]) == .invalidRequest)
        }
    }

    @Test func `A13 a verifier of another form is invalid_grant`() throws {
        let rest = Array(Self.pairs.dropLast())
        #expect(try refusal(rest + [("code_verifier", "short")]) == .invalidGrant)
    }

    @Test(arguments: [
        "", "null", "[]", "\"x\"", "{", "{}", #"{"handle":"h"}"#,
        #"{"handle":"h","handle":"h","client_id":"app1","code_verifier":"V"}"#,
        #"{"handle":"h","h\u0061ndle":"i","client_id":"app1","code_verifier":"V"}"#,
        #"{"handle":1,"client_id":"app1","code_verifier":"V"}"#,
        #"{"handle":null,"client_id":"app1","code_verifier":"V"}"#,
        #"{"handle":["h"],"client_id":"app1","code_verifier":"V"}"#,
        #"{"handle":"h","client_id":"app1","code_verifier":"V"} x"#,
    ])
    func `a JSON body of another form is invalid_request`(body: String) throws {
        let body = body.replacing("\"V\"", with: "\"\(Samples.verifier)\"")
        #expect(try refusal(json: body) == .invalidRequest)
    }

    @Test func `a JSON body in another encoding is invalid_request`() throws {
        let body = #"{"handle":"h","client_id":"app1","code_verifier":"\#(Samples.verifier)"}"#
        _ = try ResumeRequest(json: Array(body.utf8))
        let wide = body.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let wrong = Array(body.utf8.dropLast()) + Array(",\"x\":\"".utf8) + [0x85] + Array("\"}".utf8)
        for bytes in [wide, [0xFE, 0xFF] + wide, wrong] {
            #expect(throws: TokenError.self) { try ResumeRequest(json: bytes) }
        }
    }
}
