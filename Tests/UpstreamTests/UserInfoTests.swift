import OAuth
import Testing

@testable import Upstream

@Suite struct UserInfoTests {
    private func identity(_ answer: String?, status: Int = 200, scope: String = "openid profile email")
        async throws
        -> (identity: UpstreamIdentity, fake: FakeProvider)
    {
        let fake = try FakeProvider()
        try fake.grant(fake.claims(["email": nil, "email_verified": nil, "name": nil]))
        if let answer { fake.answer("/userinfo", answer, status: status) }
        return (try await fake.provider(scope: scope).identity(code: "c", leg: FakeProvider.proof), fake)
    }

    @Test func `claims that the ID token leaves out come from userinfo`() async throws {
        let (identity, fake) = try await identity(
            #"{"sub":"248289761001","email":"ana@example.com","email_verified":"true","name":"Ana","picture":7}"#
        )
        #expect(identity.claims == ProfileClaims(email: "ana@example.com", emailVerified: true, name: "Ana"))
        let request = try #require(fake.requests.last)
        #expect(request.method == .get)
        #expect(request.fields.contains { $0 == ("authorization", "Bearer at") })
        #expect(fake.notes.isEmpty)
    }

    @Test(arguments: [
        (#"{"sub":"other","email":"eve@example.com"}"#, 200), (#"{"email":"eve@example.com"}"#, 200),
        ("<html>", 200),
        (#"{"sub":"248289761001","email":"eve@example.com"}"#, 401), (nil, 200),
    ])
    func `userinfo that fails or is about somebody else does not end the sign-in`(
        answer: String?, status: Int
    )
        async throws
    {
        let (identity, fake) = try await identity(answer, status: status)
        #expect(identity.claims == ProfileClaims())
        #expect(fake.asked("/userinfo") == 1)
        #expect(fake.notes.count == 1)
    }

    @Test func `userinfo is not asked for what nobody asked for`() async throws {
        let (_, fake) = try await identity("{}", scope: "openid")
        #expect(fake.asked("/userinfo") == 0)
    }

    @Test func `an ID token that says all leaves userinfo in peace`() async throws {
        let fake = try FakeProvider()
        try fake.grant()
        _ = try await fake.provider().identity(code: "c", leg: FakeProvider.proof)
        #expect(fake.asked("/userinfo") == 0)
    }

    @Test func `an address and its verification come from one source`() {
        let completed = ProfileClaims(email: "a@example.com").completed(
            by: ProfileClaims(email: "b@example.com", emailVerified: true, name: "B"))
        #expect(completed == ProfileClaims(email: "a@example.com", name: "B"))
    }

    @Test func `claims that are empty or endless are left out`() {
        let told = ProfileClaims(
            told: ProfileClaims(email: "", emailVerified: true, name: String(repeating: "n", count: 2049)))
        #expect(told == ProfileClaims())
    }
}
