import Codec
import Crypto
import JOSE
import Testing

@Suite struct UnverifiedTokenTests {
    static let genuine: [(String, String)] = [
        (Sample.es256Token, Sample.es256Key), (Sample.edDSAToken, Sample.edDSAKey),
        (Sample.rs256Token, Sample.rsaKey), (Sample.ps256Token, Sample.rsaKey),
    ]

    @Test(arguments: genuine)
    func `tokens of the RFCs and of other makers verify by their keys`(token: String, key: String) throws {
        let verified = try UnverifiedToken(parsing: token).verified(by: Sample.keys(key))
        let payload = token.split(separator: ".")[1]
        #expect(verified.payload == Base64URL.decode(payload))
    }

    @Test(arguments: genuine)
    func `a token with any character changed is refused`(token: String, key: String) throws {
        let keys = try Sample.keys(key)
        let bytes = Array(token.utf8)
        for index in bytes.indices where bytes[index] != UInt8(ascii: ".") {
            var other = bytes
            other[index] = other[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: TokenFault.self) { try UnverifiedToken(utf8: other).verified(by: keys) }
        }
    }

    @Test(arguments: genuine)
    func `a token cut short or lengthened is refused`(token: String, key: String) throws {
        let keys = try Sample.keys(key)
        let bytes = Array(token.utf8)
        for length in bytes.indices {
            #expect(throws: TokenFault.self) {
                try UnverifiedToken(utf8: bytes[..<length]).verified(by: keys)
            }
        }
        for tail in [".", "A", "AA", "=", " ", "\n", ".AA"] {
            #expect(throws: TokenFault.self) {
                try UnverifiedToken(parsing: token + tail).verified(by: keys)
            }
        }
    }

    @Test(arguments: [
        "", ".", "..", "...", "a", "e30", "e30.e30", "e30..", ".e30.AA", "e30.e30.", "e30.e30.AA",
        "e30.e30.AA.AA.AA", "e30.e30.AA==", " e30.e30.AA", "bnVsbA.e30.AA", "W10.e30.AA", "IiI.e30.AA",
        "/w.e30.AA", "_w.e30.AA",
    ])
    func `what is no compact JWS is malformed`(text: String) {
        #expect(throws: TokenFault.malformed) { try UnverifiedToken(parsing: text) }
    }

    @Test func `an empty payload is a token whose claims are bad`() throws {
        let key = try PrivateKey.generate(.es256)
        let token = try Sample.token(header: #"{"alg":"ES256"}"#, payload: "", by: key)
        let verified = try UnverifiedToken(parsing: token).verified(by: key.publicKey)
        #expect(throws: TokenFault.badClaims) { try verified.claims(IDTokenClaims.self) }
    }

    @Test(arguments: [
        "none", "None", "NONE", "nOnE", "", "HS256", "HS384", "HS512", "ES384", "RS512", "es256", "RSA1_5",
        "ES256K", "ES256 ", "RS1",
    ])
    func `A46 an algorithm off the list is refused by name`(algorithm: String) throws {
        let key = try PrivateKey.generate(.es256)
        let token = try Sample.token(header: #"{"alg":"\#(algorithm)"}"#, by: key)
        #expect(throws: TokenFault.unsupportedAlgorithm) { try UnverifiedToken(parsing: token) }
    }

    @Test(arguments: [
        #"{}"#, #"{"alg":null}"#, #"{"alg":1}"#, #"{"alg":["ES256"]}"#, #"{"alg":"ES256","kid":1}"#,
    ])
    func `a header without alg, or with members of another type, is malformed`(header: String) throws {
        let token = try Sample.token(header: header, by: PrivateKey.generate(.es256))
        #expect(throws: TokenFault.malformed) { try UnverifiedToken(parsing: token) }
    }

    @Test(arguments: [#"["x"]"#, #"["exp"]"#, "[]", "null", "1", #"["b64"],"b64":false"#])
    func `A46 any crit is refused`(critical: String) throws {
        let token = try Sample.token(
            header: #"{"alg":"ES256","crit":\#(critical)}"#, by: PrivateKey.generate(.es256))
        #expect(throws: TokenFault.criticalExtension) { try UnverifiedToken(parsing: token) }
    }

    @Test func `A46 an HMAC under the text of the public key is refused`() throws {
        let signed = Base64URL.encode(Array(#"{"alg":"HS256"}"#.utf8)) + ".e30"
        let mac = MACKey(bytes: Array(Sample.rsaKey.utf8)).authenticate(Array(signed.utf8))
        #expect(throws: TokenFault.unsupportedAlgorithm) {
            try UnverifiedToken(parsing: signed + "." + Base64URL.encode(mac.bytes))
        }
    }

    @Test func `an algorithm of another kind of key verifies nothing`() throws {
        let key = try PrivateKey.generate(.es256)
        for algorithm in ["RS256", "PS256", "EdDSA"] {
            let token = try UnverifiedToken(
                parsing: Sample.token(header: #"{"alg":"\#(algorithm)"}"#, by: key))
            #expect(throws: TokenFault.badSignature) { try token.verified(by: key.publicKey) }
            #expect(throws: TokenFault.unknownKey) {
                try token.verified(by: JWKSet([JWK(kid: nil, key: key.publicKey)]))
            }
        }
    }

    @Test func `RS256 and PS256 signatures of one key are not taken for each other`() throws {
        let keys = try Sample.keys(Sample.rsaKey)
        for (token, other) in [(Sample.rs256Token, "PS256"), (Sample.ps256Token, "RS256")] {
            let parts = token.split(separator: ".")
            let header = Base64URL.encode(Array(#"{"alg":"\#(other)"}"#.utf8))
            let forged = "\(header).\(parts[1]).\(parts[2])"
            #expect(throws: TokenFault.badSignature) {
                try UnverifiedToken(parsing: forged).verified(by: keys)
            }
        }
    }

    @Test func `a key in the header is never used`() throws {
        let stranger = try PrivateKey.generate(.es256)
        let keys = JWKSet([JWK(kid: "a", key: try PrivateKey.generate(.es256).publicKey)])
        let jwk = Sample.entry(stranger.publicKey)
        for member in [#""jwk":\#(jwk)"#, #""jku":"https://x.example/jwks""#, #""x5c":["AA"]"#] {
            let token = try Sample.token(header: #"{"alg":"ES256","kid":"a",\#(member)}"#, by: stranger)
            #expect(throws: TokenFault.badSignature) {
                try UnverifiedToken(parsing: token).verified(by: keys)
            }
        }
    }

    @Test(arguments: [16_384, 16_385, 1_000_000, 10_000_000])
    func `floods of dots are refused far below 10 ms`(count: Int) {
        let dots = String(repeating: ".", count: count)
        let parts = "e30." + String(repeating: "A", count: count) + "." + String(repeating: ".", count: count)
        for flood in [dots, parts] {
            let taken = ThreadTime.spent {
                #expect(throws: TokenFault.self) { try UnverifiedToken(parsing: flood) }
            }
            #expect(taken < 10_000_000)
        }
    }

    @Test func `a token longer than the bound is refused, one at the bound is read`() throws {
        let key = try PrivateKey.generate(.es256)
        let room =
            UnverifiedToken.mostBytes
            - (try Sample.token(header: #"{"alg":"ES256"}"#, payload: "", by: key)).utf8.count
        let payload = String(repeating: " ", count: room * 3 / 4)
        let token = try Sample.token(header: #"{"alg":"ES256"}"#, payload: payload, by: key)
        #expect(token.utf8.count <= UnverifiedToken.mostBytes)
        #expect(throws: Never.self) { try UnverifiedToken(parsing: token).verified(by: key.publicKey) }
        let longer = try Sample.token(header: #"{"alg":"ES256"}"#, payload: payload + "    ", by: key)
        #expect(throws: TokenFault.tooLarge) { try UnverifiedToken(parsing: longer) }
    }

    @Test func `headers nested without end are malformed, not a crash`() throws {
        let header = #"{"alg":"# + String(repeating: "[", count: 10_000)
        let text = Base64URL.encode(Array(header.utf8)) + ".e30.AA"
        #expect(throws: TokenFault.malformed) { try UnverifiedToken(parsing: text) }
    }

    @Test func `a slice of a larger text is read like a text`() throws {
        let field = "Bearer " + Sample.es256Token
        let token = try UnverifiedToken(parsing: field.dropFirst(7))
        #expect(throws: Never.self) { try token.verified(by: Sample.keys(Sample.es256Key)) }
    }
}
