import Codec
import Crypto
import JOSE
import OAuth
import Synchronization
import Testing

@testable import Upstream

@Suite struct IDTokenTests {
    @Test func `a good ID token says who came back`() async throws {
        let fake = try FakeProvider()
        try fake.grant(fake.claims(["auth_time": "1799999000", "acr": "\"high\""]))
        let identity = try await fake.provider().identity(code: "c", leg: FakeProvider.proof)
        #expect(identity.provider.text == "idp")
        #expect(identity.issuer == "https://idp.example")
        #expect(identity.subject == "248289761001")
        #expect(identity.authTime == Timestamp(seconds: 1_799_999_000))
        #expect(identity.acr == "high")
        #expect(identity.claims == ProfileClaims(email: "ana@example.com", emailVerified: true, name: "Ana"))
    }

    @Test(
        arguments: [
            ["iss": "\"https://other.example\""], ["iss": "\"https://idp.example/\""], ["iss": nil],
            ["sub": "\"\""],
            ["sub": nil], ["sub": "\"\(String(repeating: "s", count: 256))\""], ["sub": "\"a\\u0000b\""],
            ["aud": "\"them\""], ["aud": "[]"], ["aud": "[\"them\"]"], ["aud": nil],
            ["aud": "[\"us\",\"them\"]"],
            ["azp": "\"them\""], ["aud": "[\"us\",\"them\"]", "azp": "\"them\""], ["exp": "1799999940"],
            ["exp": nil], ["iat": "1800000061"], ["iat": nil], ["nbf": "1800000061"], ["nonce": "\"other\""],
            ["nonce": nil], ["nonce": "\"\""], ["at_hash": "\"AAAAAAAAAAAAAAAAAAAAAA\""],
        ] as [[String: String?]])
    func `A46 an ID token with a wrong claim is refused`(changes: [String: String?]) async throws {
        let fake = try FakeProvider()
        try fake.grant(fake.claims(changes))
        let provider = try fake.provider()
        let failure = await #expect(throws: UpstreamFailure.self) {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
        guard case .invalidToken = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test(
        arguments: [
            ["sub": "\"\(String(repeating: "s", count: 255))\""], ["aud": "[\"us\"]"], ["azp": "\"us\""],
            ["aud": "[\"us\",\"them\"]", "azp": "\"us\""], ["exp": "1799999941"], ["iat": "1800000060"],
            ["nbf": "1800000060"], ["at_hash": "\"\(SignatureAlgorithm.es256.accessTokenHash("at"))\""],
            ["exp": "1800000300.5"], ["email_verified": "\"true\""], ["name": "[]"], ["locale": "{}"],
        ] as [[String: String?]])
    func `an ID token at the edge of the rules is taken`(changes: [String: String?]) async throws {
        let fake = try FakeProvider()
        try fake.grant(fake.claims(changes))
        _ = try await fake.provider().identity(code: "c", leg: FakeProvider.proof)
    }

    @Test(arguments: [(600, true), (661, false)])
    func `auth_time is held against max_age`(ago: Int, isTaken: Bool) async throws {
        let fake = try FakeProvider()
        try fake.grant(fake.claims(["auth_time": "\(1_800_000_000 - ago)"]))
        let proof = UpstreamProof(verifier: "v", nonce: FakeProvider.nonce, maxAge: 600)
        let provider = try fake.provider()
        let identity = try? await provider.identity(code: "c", leg: proof)
        #expect((identity != nil) == isTaken)
    }

    @Test(arguments: ["0", "-1", "0.5", "\"0\"", "null"])
    func `an auth_time that is no time is as good as none`(value: String) async throws {
        let fake = try FakeProvider()
        try fake.grant(fake.claims(["auth_time": value]))
        let provider = try fake.provider()
        #expect(try await provider.identity(code: "c", leg: FakeProvider.proof).authTime == nil)
        let proof = UpstreamProof(verifier: "v", nonce: FakeProvider.nonce, maxAge: 600)
        await #expect(throws: UpstreamFailure.self) { try await provider.identity(code: "c", leg: proof) }
    }

    @Test func `auth_time is required when max_age was asked for`() async throws {
        let fake = try FakeProvider()
        try fake.grant()
        let proof = UpstreamProof(verifier: "v", nonce: FakeProvider.nonce, maxAge: 600)
        let provider = try fake.provider()
        await #expect(throws: UpstreamFailure.self) { try await provider.identity(code: "c", leg: proof) }
    }

    @Test(arguments: [
        #"{"alg":"none"}"#, #"{"alg":"HS256","kid":"a"}"#, #"{"alg":"ES256","kid":"a","crit":["x"],"x":1}"#,
        #"{"alg":"ES256K","kid":"a"}"#, #"{"alg":"RS256","kid":"a"}"#, "[]", "",
    ])
    func `A46 a header that is not ours to trust is refused`(header: String) async throws {
        let fake = try FakeProvider()
        let parts = [Array(header.utf8), Array(fake.claims().utf8), [1, 2, 3]].map { Base64URL.encode($0) }
        for token in [parts.joined(separator: "."), parts[0] + "." + parts[1] + "."] {
            fake.answer("/token", #"{"access_token":"at","id_token":"\#(token)"}"#)
            let provider = try fake.provider()
            await #expect(throws: UpstreamFailure.self) {
                try await provider.identity(code: "c", leg: FakeProvider.proof)
            }
        }
    }

    @Test func `an access token in place of the ID token is refused`() async throws {
        let fake = try FakeProvider()
        let signer = fake.state.withLock { $0.signers[0] }
        let token = try TokenSigner(key: signer.key, kid: "a")
            .sign(payload: Array(fake.claims().utf8), type: "at+jwt")
        fake.answer("/token", #"{"access_token":"at","id_token":"\#(token)"}"#)
        let provider = try fake.provider()
        await #expect(throws: UpstreamFailure.self) {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
    }

    @Test func `no ID token is a bad answer`() async throws {
        let fake = try FakeProvider()
        fake.answer("/token", #"{"access_token":"at"}"#)
        let provider = try fake.provider()
        await #expect(throws: UpstreamFailure.badAnswer("token endpoint gave no ID token")) {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
    }
}
