import Codec
import FoundationEssentials
import OAuth
import Testing

struct PayloadTests {
    let now = Samples.start.adding(milliseconds: 100_999)

    func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    func accessToken(_ scope: String, resource: String? = nil) throws -> AccessTokenPayload {
        try AccessTokenPayload(
            issuer: #require(Issuer("https://auth.example.com")), clientID: Samples.clientID(),
            details: Samples.details(resource: resource), scope: #require(Scope(parsing: scope)),
            tokenID: "t", now: now,
            lifetime: 300)
    }

    @Test func `an access token has the claims of RFC 9068`() throws {
        #expect(
            try String(decoding: accessToken("openid").json, as: UTF8.self) == """
                {"iss":"https://auth.example.com","sub":"person-1","aud":"https://auth.example.com",\
                "client_id":"app1","iat":1760000100,"exp":1760000400,"jti":"t","scope":"openid",\
                "auth_time":1760000000}
                """)
    }

    @Test func `A38 an access token is for the API that was asked for`() throws {
        #expect(try accessToken("orders.read", resource: Samples.api).audience.values == [Samples.api])
        #expect(
            try accessToken("openid", resource: Samples.api).audience.values
                == [Samples.api, "https://auth.example.com"])
    }

    @Test func `an ID token has the claims of OIDC Core and nothing of the profile`() throws {
        let payload = try IDTokenPayload(
            issuer: #require(Issuer("https://auth.example.com")), clientID: Samples.clientID(),
            details: Samples.details(), accessToken: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y", now: now,
            lifetime: 300)
        // The token and its hash are those of OIDC Core appendix A.3.
        #expect(
            String(decoding: payload.json, as: UTF8.self) == """
                {"iss":"https://auth.example.com","sub":"person-1","aud":"app1","iat":1760000100,\
                "exp":1760000400,"auth_time":1760000000,"nonce":"n-1","at_hash":"77QmUPtjPfzWtF2AnpK9RQ"}
                """)
    }

    @Test func `a refreshed ID token has no nonce`() throws {
        let payload = try IDTokenPayload(
            issuer: #require(Issuer("https://auth.example.com")), clientID: Samples.clientID(),
            details: Samples.details(), accessToken: "a", isRefreshed: true, now: now, lifetime: 300)
        #expect(payload.nonce == nil)
    }

    @Test(arguments: [
        ("openid", #"{"sub":"person-1"}"#), ("openid profile", #"{"name":"Zoë","sub":"person-1"}"#),
        ("openid email", #"{"email":"a@example.com","email_verified":true,"sub":"person-1"}"#),
    ])
    func `userinfo tells what the scope allows`(scope: String, expected: String) throws {
        let payload = try UserInfoPayload(details: Samples.details(), scope: #require(Scope(parsing: scope)))
        #expect(try json(payload) == expected)
    }
}
