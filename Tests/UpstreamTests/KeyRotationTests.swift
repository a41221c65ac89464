import Crypto
import OAuth
import Synchronization
import Testing

@testable import Upstream

@Suite struct KeyRotationTests {
    private func signIn(_ fake: FakeProvider, _ provider: OpenIDProvider) async throws {
        try fake.grant()
        _ = try await provider.identity(code: "c", leg: FakeProvider.proof)
    }

    private func rotate(_ fake: FakeProvider, to kid: String) throws {
        let key = try PrivateKey.generate(.es256)
        fake.state.withLock { $0.signers = [(kid, key)] }
    }

    @Test func `H21 keys that rotate between two logins cost one fetch`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        try await signIn(fake, provider)
        try await signIn(fake, provider)
        #expect(fake.asked("/jwks") == 1)
        try rotate(fake, to: "b")
        fake.publish()
        try await signIn(fake, provider)
        #expect(fake.asked("/jwks") == 2)
        #expect(fake.asked("/.well-known/openid-configuration") == 1)
    }

    @Test func `H21 unknown kids cost at most one fetch in thirty seconds`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        try await signIn(fake, provider)
        for turn in 0..<100 {
            try fake.grant(kid: "random-\(turn)")
            await #expect(throws: UpstreamFailure.self) {
                try await provider.identity(code: "c", leg: FakeProvider.proof)
            }
        }
        #expect(fake.asked("/jwks") == 2)
        fake.pass(seconds: 30)
        try fake.grant(kid: "random")
        await #expect(throws: UpstreamFailure.noUsableKey("the key set holds no key that fits the ID token"))
        {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
        #expect(fake.asked("/jwks") == 3)
    }

    @Test func `H21 parallel logins share the fetches`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        fake.state.withLock { $0.yields = 20 }
        try fake.grant()
        for round in 1...2 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<50 {
                    group.addTask { _ = try await provider.identity(code: "c", leg: FakeProvider.proof) }
                }
                try await group.waitForAll()
            }
            #expect(fake.asked("/jwks") == round)
            #expect(fake.asked("/.well-known/openid-configuration") == 1)
            try rotate(fake, to: "b")
            fake.publish()
            try fake.grant()
        }
    }

    @Test(arguments: [(503, "down"), (200, "<html>"), (200, "{}"), (200, #"{"keys":[]}"#), (200, "")])
    func `H21 a failed or unreadable key set leaves the last good one in force`(
        status: Int, body: String
    ) async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        try await signIn(fake, provider)
        fake.answer("/jwks", body, status: status)
        try fake.grant(kid: "unknown")
        await #expect(throws: UpstreamFailure.self) {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
        #expect(fake.asked("/jwks") == 2)
        try await signIn(fake, provider)
        #expect(fake.asked("/jwks") == 2)
        #expect(fake.notes.count == 1)

        fake.pass(seconds: 3700)
        try await signIn(fake, provider)
        #expect(fake.asked("/jwks") == 3)
        try rotate(fake, to: "b")
        fake.publish()
        try await signIn(fake, provider)
        #expect(fake.asked("/jwks") == 4)
    }

    @Test func `H21 a new key under the same kid costs one fetch after a bad signature`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        try await signIn(fake, provider)
        try fake.grant(kid: "unknown")
        await #expect(throws: UpstreamFailure.self) {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
        try rotate(fake, to: "a")
        fake.publish()
        try await signIn(fake, provider)
        #expect(fake.asked("/jwks") == 3)

        try rotate(fake, to: "a")
        for _ in 0..<10 {
            try fake.grant()
            await #expect(throws: UpstreamFailure.invalidToken("the signature is not by the provider's key"))
            {
                try await provider.identity(code: "c", leg: FakeProvider.proof)
            }
        }
        #expect(fake.asked("/jwks") == 3)
    }

    @Test func `H21 a provider that was down at first is asked again by the next login`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        try fake.grant()
        fake.state.withLock { $0.isDown = true }
        await #expect(throws: UpstreamFailure.unreachable("no connection")) {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
        fake.state.withLock { $0.isDown = false }
        try await signIn(fake, provider)
    }

    @Test func `a provider that stays down is not asked by everybody`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        fake.state.withLock { $0.isDown = true }
        for _ in 0..<50 {
            await #expect(throws: UpstreamFailure.unreachable("no connection")) {
                try await provider.authorizationURL(leg: FakeProvider.leg)
            }
        }
        #expect(fake.requests.count == 2)
        fake.state.withLock { $0.isDown = false }
        fake.pass(seconds: 1)
        _ = try await provider.authorizationURL(leg: FakeProvider.leg)
    }

    @Test func `H20 keys that cannot be used are skipped one by one`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        let good = fake.state.withLock {
            $0.answers["/jwks"].map { String(decoding: $0.body, as: UTF8.self) } ?? ""
        }
        let odd =
            #"{"kty":"AKP","alg":"ML-DSA-65","kid":"pq","pub":"AA"},{"kty":"EC","crv":"P-999","kid":"odd","#
            + #""x":"AA","y":"AA"},{"kid":"nokty"},{"kty":"oct","kid":"a","k":"AAAA"},"#
        fake.answer("/jwks", #"{"keys":["# + odd + good.dropFirst(9))
        try await signIn(fake, provider)
        #expect(fake.notes == [.keysSkipped(4)])
    }

    @Test func `H20 a set without a usable key is the provider's fault`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        fake.answer("/jwks", #"{"keys":[{"kty":"oct","kid":"a","k":"AAAA"}]}"#)
        try fake.grant()
        await #expect(throws: UpstreamFailure.noUsableKey("the key set holds no key that can be used")) {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
    }
}
