import Codec
import Crypto
import JOSE
import Testing

@Suite struct TokenSignerTests {
    struct Claims: Codable, Equatable {
        var iss = "https://signin.example.com/x"
        var sub = "a\"b\\c\u{1F600}\u{2028}"
        var exp = 1_700_000_000
    }

    @Test(arguments: PrivateKey.Algorithm.allCases)
    func `a signed token verifies by the published key and gives its claims back`(
        algorithm: PrivateKey.Algorithm
    ) throws {
        let key = try PrivateKey.generate(algorithm)
        let published = PublishedKey(key)
        let signer = TokenSigner(key: key)
        #expect(signer.kid == published.kid)
        let keys = try JWKSet(reading: PublishedKey.document([published]))
        #expect(keys.skipped == 0)
        let token = try UnverifiedToken(parsing: signer.sign(Claims(), type: "at+jwt"))
        #expect(token.keyID == signer.kid)
        #expect(token.type == "at+jwt")
        #expect(token.algorithm == signer.algorithm)
        let verified = try token.verified(by: keys)
        #expect(try verified.claims(Claims.self) == Claims())
        #expect(String(decoding: verified.payload, as: UTF8.self).contains("https://signin.example.com/x"))
        #expect(throws: Never.self) { try token.verified(by: JWKSet([published.jwk])) }
    }

    @Test func `the header says algorithm, key and type`() throws {
        let key = try PrivateKey.generate(.es256)
        let signer = TokenSigner(key: key, kid: "k\"1")
        for type in ["JWT", "at+jwt", "logout+jwt"] {
            let token = try signer.sign(payload: Array("{}".utf8), type: type)
            let header = try #require(Base64URL.decode(token.prefix { $0 != "." }))
            let expected = #"{"alg":"ES256","kid":"k\"1","typ":"\#(type)"}"#
            #expect(String(decoding: header, as: UTF8.self) == expected)
            #expect(try UnverifiedToken(parsing: token).verified(by: key.publicKey).isOfType(type))
        }
    }

    @Test func `the published document is what verifiers expect`() throws {
        let key = PublishedKey(try PrivateKey.generate(.es256))
        guard case .p256(let x, let y) = key.jwk.key.material else {
            Issue.record("not P-256")
            return
        }
        let expected =
            #"{"keys":[{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(x))","y":"\#(Base64URL.encode(y))","#
            + #""kid":"\#(key.kid)","alg":"ES256","use":"sig"}]}"#
        #expect(String(decoding: PublishedKey.document([key]), as: UTF8.self) == expected)
        #expect(PublishedKey.document([]) == Array(#"{"keys":[]}"#.utf8))
    }

    @Test func `claims that are no JSON are not signed`() throws {
        let signer = TokenSigner(key: try PrivateKey.generate(.es256))
        #expect(throws: TokenFault.notSigned) { try signer.sign(["x": Double.nan], type: "JWT") }
    }
}
