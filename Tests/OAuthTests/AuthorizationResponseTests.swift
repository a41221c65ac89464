import Codec
import OAuth
import Testing

struct AuthorizationResponseTests {
    let issuer = Issuer("https://auth.example.com")

    func location(_ response: AuthorizationResponse, at uri: String = Samples.callback) throws -> String {
        let match = try #require(RedirectURI.validate(registration: uri).matching(uri))
        return try response.location(at: match, issuer: #require(issuer))
    }

    @Test func `H17 A19 iss is in every answer`() throws {
        let iss = "iss=https%3A%2F%2Fauth.example.com"
        #expect(try location(.success(code: "c", state: "s")) == Samples.callback + "?code=c&state=s&" + iss)
        let error = AuthorizationError(.accessDenied, "the person said no")
        #expect(
            try location(.failure(error, state: nil))
                == Samples.callback + "?error=access_denied&error_description=the%20person%20said%20no&" + iss
        )
    }

    @Test func `H03 an answer stands behind the registered query`() throws {
        let uri = "https://app.example.com/cb?tenant=a%2Fb&flag"
        #expect(try location(.success(code: "c", state: nil), at: uri).hasPrefix(uri + "&code=c&iss="))
        let denied = AuthorizationResponse.failure(AuthorizationError(.accessDenied, ""), state: "s")
        #expect(try location(denied, at: uri).hasPrefix(uri + "&error=access_denied&state=s&iss="))
    }

    @Test func `H06 A44 every state comes back the same by either decoder`() throws {
        var states = [
            "a+b/c==", #"{"r":"/home?x=1&y=2","n":"Zoë"}"#, "a b", "%41", "a&b=c", "\u{7F}\u{1}", "👩‍👩‍👧",
            "\r\nX: y",
        ]
        var random = SeededRandom(seed: 44)
        for _ in 0..<300 {
            let scalars = (0..<Int.random(in: 1...40, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &random))
            }
            states.append(String(String.UnicodeScalarView(scalars)))
        }
        states += (1...0x7FF).compactMap { Unicode.Scalar(UInt32($0)).map { "x" + String(Character($0)) } }
        for state in states {
            let location = try location(.success(code: "c", state: state))
            #expect(!location.contains("+"))
            #expect(location.utf8.allSatisfy { 0x21...0x7E ~= $0 })
            let query = location.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
            let form = try #require(try Form(parsing: query).single("state"))
            #expect(form.utf8.elementsEqual(state.utf8))
            let raw = try #require(Substring(query).split(separator: "&").first { $0.hasPrefix("state=") })
            let plain = try #require(PercentEncoding.decode(raw.dropFirst(6)))
            #expect(plain.utf8.elementsEqual(state.utf8))
        }
    }

    @Test func `H14 A53 a description is printable ASCII whatever it was`() throws {
        let error = AuthorizationError(
            .serverError, "a\r\nb\"c\\d\u{202E}é" + String(repeating: "x", count: 999))
        let location = try location(.failure(error, state: nil))
        let form = try Form(parsing: location.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
        let description = try #require(try form.single("error_description"))
        #expect(description.hasPrefix("a??b?c?d"))
        #expect(description.utf8.count == 256)
        #expect(description.utf8.allSatisfy { 0x20...0x7E ~= $0 })
    }

    @Test(arguments: AuthorizationErrorCode.allCases)
    func `each error code goes out under its registered name`(code: AuthorizationErrorCode) throws {
        #expect(
            try location(.failure(AuthorizationError(code, ""), state: nil)).contains(
                "?error=\(code.rawValue)&"))
    }
}
