import Codec
import OAuth
import Testing

struct TokenRequestTests {
    static let code: [(String, String)] = [
        ("grant_type", "authorization_code"), ("client_id", "app1"), ("code", "c"),
        ("redirect_uri", Samples.callback),
        ("code_verifier", Samples.verifier),
    ]
    static let refresh: [(String, String)] = [
        ("grant_type", "refresh_token"), ("client_id", "app1"), ("refresh_token", "r"),
    ]

    func read(_ pairs: [(String, String)]) throws -> TokenRequest {
        try TokenRequest(Form(parsing: Form.encode(pairs).utf8))
    }

    func refusal(_ pairs: [(String, String)]) throws -> TokenErrorCode {
        try #require(#expect(throws: TokenError.self) { try read(pairs) }).code
    }

    @Test func `a code grant is read`() throws {
        let request = try read(Self.code + [("extra", "1"), ("extra", "1"), ("client_secret", "")])
        guard case .authorizationCode(let grant) = request.grant else { throw Surprise() }
        #expect(request.clientID.text == "app1")
        #expect(
            grant.code == "c" && grant.redirectURI == Samples.callback
                && grant.verifier.text == Samples.verifier)
    }

    @Test func `a refresh grant is read`() throws {
        let request = try read(Self.refresh + [("scope", "openid"), ("resource", Samples.api)])
        guard case .refreshToken(let grant) = request.grant else { throw Surprise() }
        #expect(grant.token == "r" && grant.scope?.text == "openid" && grant.resource == Samples.api)
        guard case .refreshToken(let bare) = try read(Self.refresh).grant else { throw Surprise() }
        #expect(bare.scope == nil && bare.resource == nil)
    }

    @Test func `H08 A8 a known parameter sent twice is invalid_request`() throws {
        for pairs in [Self.code, Self.refresh] {
            for pair in pairs { #expect(try refusal(pairs + [pair]) == .invalidRequest) }
        }
    }

    @Test(arguments: [
        "password", "client_credentials", "implicit", "Authorization_Code", "authorization_code ",
    ])
    func `A37 another grant type is unsupported`(type: String) throws {
        #expect(try refusal([("grant_type", type)] + Self.code.dropFirst()) == .unsupportedGrantType)
    }

    @Test(arguments: [
        ("grant_type", TokenErrorCode.invalidRequest), ("client_id", .invalidRequest),
        ("code", .invalidRequest),
        ("redirect_uri", .invalidGrant), ("code_verifier", .invalidGrant),
    ])
    func `A12 A16 a missing or empty parameter is refused`(name: String, expected: TokenErrorCode) throws {
        let rest = Self.code.filter { $0.0 != name }
        #expect(try refusal(rest) == expected)
        #expect(try refusal(rest + [(name, "")]) == expected)
    }

    @Test func `A13 a verifier has 43 to 128 unreserved characters`() throws {
        let rest = Self.code.dropLast()
        for count in [43, 128] {
            #expect(throws: Never.self) {
                try read(rest + [("code_verifier", String(repeating: "~", count: count))])
            }
        }
        for wrong in [
            String(repeating: "a", count: 42), String(repeating: "a", count: 129), Samples.verifier + "=",
            Samples.verifier + "+", Samples.verifier + "é", Samples.verifier + " ", Samples.verifier + "/",
        ] {
            #expect(try refusal(rest + [("code_verifier", wrong)]) == .invalidGrant)
        }
    }

    @Test func `A41 a shipped secret authenticates nobody`() throws {
        #expect(try refusal(Self.code + [("client_secret", "s")]) == .invalidClient)
        #expect(try refusal(Self.refresh + [("client_assertion", "s")]) == .invalidClient)
    }

    @Test func `a malformed scope is invalid_scope`() throws {
        #expect(try refusal(Self.refresh + [("scope", "a  b")]) == .invalidScope)
    }

    @Test func `errors have the statuses of RFC 6749 section 5 point 2`() {
        #expect(TokenErrorCode.invalidClient.httpStatus == 401)
        #expect(TokenErrorCode.invalidGrant.httpStatus == 400)
        #expect(TokenErrorCode.slowDown.httpStatus == 429)
        #expect(TokenErrorCode.temporarilyUnavailable.httpStatus == 503)
    }
}
