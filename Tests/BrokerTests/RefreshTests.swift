import Doubles
import Store
import Testing

struct RefreshTests {
    @Test
    func `H11 a refresh token rotates, and the last one again within the grace gets the same successor`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let first = try #require(try await person.redeem(try await person.code()).member("refresh_token"))
        let rotated = try await person.refresh(first)
        let second = try #require(rotated.member("refresh_token"))
        #expect(rotated.status == 200 && second != first)
        house.clock.pass(seconds: 2)
        #expect(try await person.refresh(first).member("refresh_token") == second)
        house.clock.pass(seconds: 58)
        #expect(try await person.refresh(first).error == "invalid_grant")
        #expect(try await person.refresh(second).error == "invalid_grant")
    }

    @Test func `H11 A34 T8 a clock that was set back costs nobody the grant`() async throws {
        let house = try await House()
        var person = Person(house)
        let first = try #require(try await person.redeem(try await person.code()).member("refresh_token"))
        house.clock.pass(seconds: 200)
        let second = try await person.refresh(first).member("refresh_token")
        house.clock.pass(seconds: -100)
        let early = try await person.refresh(first)
        #expect(early.status == 503 && early["retry-after"] != nil)
        house.clock.pass(seconds: 100)
        #expect(try await person.refresh(first).member("refresh_token") == second)
    }

    @Test
    func
        `A33 CVE 21 a refresh token used again after its grace revokes everything, also at a second process`()
        async throws
    {
        let ledger = MemoryLedger()
        let house = try await House(ledger: ledger)
        var person = Person(house)
        let tokens = try await person.redeem(try await person.code())
        let first = try #require(tokens.member("refresh_token"))
        let second = try #require(try await person.refresh(first).member("refresh_token"))
        let restarted = try await House(ledger: ledger)
        restarted.clock.pass(seconds: 61)
        let later = Person(restarted)
        #expect(try await later.refresh(first).error == "invalid_grant")
        #expect(try await later.refresh(second).error == "invalid_grant")
        #expect(try await person.refresh(second).error == "invalid_grant")
    }

    @Test func `A35 a scope that the client has lost since is not refreshed`() async throws {
        let ledger = MemoryLedger()
        var person = Person(try await House(ledger: ledger))
        let tokens = try await person.redeem(try await person.code())
        var plan = try House.Plan()
        plan.clients = [try House.client("app1", scope: "openid offline_access")]
        let later = Person(try await House(plan, ledger: ledger))
        let refreshed = try await later.refresh(try #require(tokens.member("refresh_token")))
        #expect(refreshed.member("scope") == "openid offline_access")
        let info = try await later.userinfo(try #require(refreshed.member("access_token")))
        #expect(info.status == 200 && info.member("email") == nil)
    }

    @Test func `A32 D4 of 64 refreshes at once all get one and the same successor`() async throws {
        let house = try await House()
        var person = Person(house)
        let first = try #require(try await person.redeem(try await person.code()).member("refresh_token"))
        let frozen = person
        let successors = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<64 {
                group.addTask { try await frozen.refresh(first).member("refresh_token") }
            }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(successors.count == 1 && !successors.contains(nil))
    }

    @Test func `A35 CVE 26 a wider scope, another resource or another client gets nothing and costs nothing`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let tokens = try await person.redeem(try await person.code())
        let refresh = try #require(tokens.member("refresh_token"))
        #expect(try await person.refresh(refresh, ["scope": "openid orders.read"]).error == "invalid_scope")
        #expect(
            try await person.refresh(refresh, ["resource": "https://x.example"]).error
                == "invalid_target")
        #expect(try await person.refresh(refresh, ["client_id": "app2"]).error == "invalid_grant")
        let narrow = try await person.refresh(refresh, ["scope": "openid email"])
        #expect(narrow.status == 200)
        #expect(narrow.member("scope") == "openid email")
    }

    @Test func `without offline_access there is no refresh token`() async throws {
        var person = Person(try await House())
        person.scope = "openid"
        let tokens = try await person.redeem(try await person.code())
        #expect(tokens.status == 200)
        #expect(tokens.member("refresh_token") == nil)
    }
}
