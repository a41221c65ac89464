import Codec
import Crypto
import JOSE
import Testing

@Suite struct VerifiedTokenTests {
    static let key = Result { try PrivateKey.generate(.es256) }

    func token(_ payload: String, header: String = #"{"alg":"ES256"}"#) throws -> VerifiedToken {
        let key = try Self.key.get()
        let token = try Sample.token(header: header, payload: payload, by: key)
        return try UnverifiedToken(parsing: token).verified(by: key.publicKey)
    }

    @Test func `all claims of an ID token are read`() throws {
        let claims = try token(
            #"{"iss":"https://a.example","sub":"1","aud":"c","azp":"c","exp":1700000000,"iat":1699999000,"#
                + #""nonce":"n","at_hash":"h","auth_time":1699990000,"acr":"a","email":"e@a.example","#
                + #""email_verified":true,"name":"N","given_name":"G","family_name":"F","tid":"t","#
                + #""picture":"https://a.example/p","locale":"de","preferred_username":"u","other":{}}"#
        ).claims(IDTokenClaims.self)
        #expect(claims.iss == "https://a.example" && claims.sub == "1" && claims.aud.values == ["c"])
        #expect(claims.exp.seconds == 1_700_000_000 && claims.iat?.seconds == 1_699_999_000)
        #expect(claims.nonce == "n" && claims.atHash == "h" && claims.azp == "c" && claims.tid == "t")
        #expect(claims.authTime?.seconds == 1_699_990_000 && claims.acr == "a")
        #expect(claims.email == "e@a.example" && claims.emailVerified == true)
        #expect(claims.name == "N" && claims.givenName == "G" && claims.familyName == "F")
        #expect(claims.picture == "https://a.example/p" && claims.locale == "de")
        #expect(claims.preferredUsername == "u" && claims.nbf == nil)
    }

    @Test func `odd shapes of what only describes the person are absent`() throws {
        let claims = try token(
            #"{"iss":"i","sub":"1","aud":["a","b"],"exp":1700000000.75,"auth_time":"x","email":7,"#
                + #""email_verified":"true","name":null,"locale":{"language":"de"},"picture":[],"acr":0}"#
        ).claims(IDTokenClaims.self)
        #expect(claims.aud.values == ["a", "b"])
        #expect(claims.exp.seconds == 1_700_000_000)
        #expect(claims.emailVerified == true)
        #expect(claims.email == nil && claims.name == nil && claims.locale == nil && claims.acr == nil)
        #expect(claims.authTime == nil && claims.picture == nil && claims.nonce == nil)
    }

    @Test(arguments: [
        "", "null", "[]", "7", "{}", #"{"iss":"i","sub":"1","aud":"a"}"#, #"{"iss":"i","aud":"a","exp":1}"#,
        #"{"iss":"i","sub":1,"aud":"a","exp":1}"#, #"{"iss":"i","sub":"1","aud":"a","exp":-1}"#,
        #"{"iss":"i","sub":"1","aud":"a","exp":1e300}"#, #"{"iss":"i","sub":"1","aud":"a","exp":"soon"}"#,
        #"{"iss":"i","sub":"1","aud":"a","exp":null}"#, #"{"iss":"i","sub":"1","aud":"a","exp":true}"#,
        #"{"iss":"i","sub":"1","aud":{},"exp":1}"#, #"{"iss":"i","sub":"1","aud":"a","exp":1,"nonce":1}"#,
        #"{"iss":"i","sub":"1","aud":"a","exp":1,"at_hash":[]}"#, #"{"iss":"i","sub":"1","aud":[1],"exp":1}"#,
        #"{"iss":"i","sub":"1","aud":"a","exp":1,"nbf":"x"}"#,
    ])
    func `claims that decide about trust must be there in their right type`(payload: String) throws {
        let verified = try token(payload)
        #expect(throws: TokenFault.badClaims) { try verified.claims(IDTokenClaims.self) }
    }

    @Test(arguments: [
        ("at+jwt", true), ("AT+JWT", true), ("application/at+jwt", true), ("JWT", false), ("at+jwt2", false),
        ("", false),
    ])
    func `types are compared as RFC 7515 says`(type: String, same: Bool) throws {
        let verified = try token("{}", header: #"{"alg":"ES256","typ":"\#(type)"}"#)
        #expect(verified.isOfType("at+jwt") == same)
        #expect(!(try token("{}")).isOfType("at+jwt"))
    }

    @Test func `at_hash is that of OIDC Core and of Ed25519's own hash`() {
        let token = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"
        #expect(SignatureAlgorithm.rs256.accessTokenHash(token) == "77QmUPtjPfzWtF2AnpK9RQ")
        #expect(SignatureAlgorithm.es256.accessTokenHash(token) == "77QmUPtjPfzWtF2AnpK9RQ")
        #expect(
            SignatureAlgorithm.edDSA.accessTokenHash(token) == "q7nS86GgvvFaZkzALLWqJYaJIKw2wCDAVfCAsm5CrBM")
    }
}
