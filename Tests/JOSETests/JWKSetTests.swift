import Codec
import Crypto
import JOSE
import Testing

@Suite struct JWKSetTests {
    @Test func `H20 unknown and unusable keys are skipped one by one`() throws {
        let key = try PrivateKey.generate(.rs256)
        let keys = try Sample.keys(
            #"{"kty":"AKP","alg":"ML-DSA-65","kid":"pq","pub":"AA"}"#,
            Sample.entry(key.publicKey, #""kid":"k1""#, #""use":"sig""#),
            #"{"kty":"EC","crv":"P-999","kid":"odd","x":"AA","y":"AA"}"#, #"{"kid":"nokty"}"#,
            Sample.entry(key.publicKey, #""kid":"enc1""#, #""use":"enc""#))
        #expect(keys.skipped == 4)
        #expect(keys.keys.map(\.kid) == ["k1"])
        let token = try UnverifiedToken(
            parsing: TokenSigner(key: key, kid: "k1").sign(["sub": "1"], type: "JWT"))
        #expect(throws: Never.self) { try token.verified(by: keys) }
        let forEncryption = try UnverifiedToken(
            parsing: TokenSigner(key: key, kid: "enc1").sign(["sub": "1"], type: "JWT"))
        #expect(throws: TokenFault.unknownKey) { try forEncryption.verified(by: keys) }
    }

    @Test func `H20 with no usable key the fault is the set's`() throws {
        let keys = try Sample.keys(
            #"{"kty":"AKP","alg":"ML-DSA-65","kid":"pq","pub":"AA"}"#,
            #"{"kty":"oct","kid":"k1","k":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}"#)
        #expect(keys.skipped == 2)
        #expect(throws: TokenFault.noUsableKey) {
            try UnverifiedToken(parsing: Sample.es256Token).verified(by: keys)
        }
        #expect(try Sample.keys().skipped == 0)
    }

    static let unusable = [
        "null", "1", "[]", "{}", #""kty""#, #"{"kty":1}"#, #"{"kty":"RSA"}"#, #"{"kty":"EC","crv":"P-256"}"#,
        #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, #"{"kty":"OKP","crv":"Ed25519","x":"AA"}"#,
        #"{"kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
        Sample.es256Key.replacing("f83O", with: "f83P"), Sample.es256Key.replacing("RVEU", with: "RVEU="),
        Sample.es256Key.replacing("P-256", with: "P-384"),
        Sample.es256Key.replacing("}", with: #","use":"enc"}"#),
        Sample.es256Key.replacing("}", with: #","use":1}"#),
        Sample.es256Key.replacing("}", with: #","kid":1}"#),
        Sample.es256Key.replacing("}", with: #","alg":"RS256"}"#),
        Sample.es256Key.replacing("}", with: #","alg":"ECDH-ES"}"#),
        Sample.es256Key.replacing("}", with: #","key_ops":["sign"]}"#),
        Sample.rsaKey.replacing("}", with: #","alg":"RSA-OAEP"}"#),
    ]

    @Test(arguments: unusable)
    func `an unusable entry takes nothing else with it`(entry: String) throws {
        let keys = try Sample.keys(entry, Sample.edDSAKey, entry)
        #expect(keys.skipped == 2)
        #expect(keys.keys.count == 1)
        #expect(throws: Never.self) { try UnverifiedToken(parsing: Sample.edDSAToken).verified(by: keys) }
    }

    @Test(arguments: [
        "", "null", "[]", "{}", #"{"keys":null}"#, #"{"keys":{}}"#, #"{"keys":[}"#, "<html>503</html>",
        #"{"keys":[]"#, #"{"error":"temporarily_unavailable"}"#,
    ])
    func `H21 what is no key set is a fault and not an empty set`(text: String) {
        #expect(throws: JWKSetFault.notAKeySet) { try JWKSet(reading: Array(text.utf8)) }
    }

    @Test func `usable with key_ops, unknown members and null where a member may miss`() throws {
        let entry = Sample.es256Key.replacing(
            "}", with: #","key_ops":["verify"],"use":null,"alg":null,"x5t":7,"d":[]}"#)
        #expect(try Sample.keys(entry).keys.count == 1)
    }

    @Test func `the kid chooses, without one all that fit are tried`() throws {
        let one = try PrivateKey.generate(.es256)
        let other = try PrivateKey.generate(.es256)
        let rsa = try PrivateKey.generate(.rs256)
        let keys = JWKSet([
            JWK(kid: "a", key: one.publicKey), JWK(kid: "b", key: other.publicKey),
            JWK(kid: "a", key: rsa.publicKey),
        ])
        #expect(keys.candidates(kid: "a", algorithm: .es256).count == 1)
        #expect(keys.candidates(kid: nil, algorithm: .es256).count == 2)
        #expect(keys.candidates(kid: "c", algorithm: .es256).isEmpty)
        #expect(keys.candidates(kid: "b", algorithm: .rs256).isEmpty)
        let unnamed = try UnverifiedToken(parsing: Sample.token(header: #"{"alg":"ES256"}"#, by: other))
        #expect(throws: Never.self) { try unnamed.verified(by: keys) }
        let misnamed = try UnverifiedToken(
            parsing: Sample.token(header: #"{"alg":"ES256","kid":"a"}"#, by: other))
        #expect(throws: TokenFault.badSignature) { try misnamed.verified(by: keys) }
        let unknown = try UnverifiedToken(
            parsing: Sample.token(header: #"{"alg":"ES256","kid":"c"}"#, by: other))
        #expect(throws: TokenFault.unknownKey) { try unknown.verified(by: keys) }
    }

    @Test func `two keys under one kid are both tried`() throws {
        let key = try PrivateKey.generate(.es256)
        let old = try PrivateKey.generate(.es256)
        let keys = JWKSet([JWK(kid: "a", key: old.publicKey), JWK(kid: "a", key: key.publicKey)])
        let token = try UnverifiedToken(
            parsing: TokenSigner(key: key, kid: "a").sign(["sub": "1"], type: "JWT"))
        #expect(throws: Never.self) { try token.verified(by: keys) }
    }

    @Test func `a key without kid answers for any`() throws {
        let keys = try Sample.keys(Sample.rsaKey)
        #expect(throws: Never.self) { try UnverifiedToken(parsing: Sample.rs256Token).verified(by: keys) }
    }

    @Test func `a key that names its algorithm is used for no other`() throws {
        let keys = try Sample.keys(Sample.rsaKey.replacing("}", with: #","alg":"RS256"}"#))
        #expect(throws: Never.self) { try UnverifiedToken(parsing: Sample.rs256Token).verified(by: keys) }
        #expect(throws: TokenFault.unknownKey) {
            try UnverifiedToken(parsing: Sample.ps256Token).verified(by: keys)
        }
    }

    @Test func `a set too long is refused unread, one with too many keys is cut`() throws {
        let blank = [UInt8](repeating: UInt8(ascii: " "), count: JWKSet.mostBytes + 1)
        #expect(throws: JWKSetFault.tooLarge) { try JWKSet(reading: blank) }
        let many = [String](repeating: Sample.edDSAKey, count: 100).joined(separator: ",")
        let keys = try Sample.keys(many)
        #expect(keys.keys.count == JWKSet.mostKeys)
        #expect(keys.skipped == 100 - JWKSet.mostKeys)
    }

    @Test(arguments: ["[", #"{"keys":["#, #"{"keys":[{"kty":"#])
    func `a set nested without end is no key set`(start: String) {
        let text = start + String(repeating: "[", count: JWKSet.mostBytes - 100)
        #expect(throws: JWKSetFault.notAKeySet) { try JWKSet(reading: Array(text.utf8)) }
    }

    @Test func `a set of nothing but entries is read far below 100 ms`() throws {
        let text = #"{"keys":["# + String(repeating: "{},", count: 87_000) + "{}]}"
        #expect(text.utf8.count <= JWKSet.mostBytes)
        var skipped = 0
        let taken = try ThreadTime.spent { skipped = try JWKSet(reading: Array(text.utf8)).skipped }
        #expect(taken < 100_000_000)
        #expect(skipped == 87_001)
    }
}
