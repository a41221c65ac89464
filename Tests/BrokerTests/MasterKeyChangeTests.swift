import Crypto
import Doubles
import HTTP
import Store
import Testing

/// What lives when the operator puts a new master key before the old one, and when the old one goes.
struct MasterKeyChangeTests {
    /// A person of the same ledger, at a broker with other master keys: what a restart is.
    private struct Restarts {
        let ledger = MemoryLedger()
        let plan: House.Plan
        let old = MasterKey.random()
        let new = MasterKey.random()

        init() throws { plan = try House.Plan() }

        func house(_ keys: MasterKeys, seed: UInt64 = 7) async throws -> House {
            var plan = plan
            plan.masterKeys = keys
            plan.seed = seed
            return try await House(plan, ledger: ledger)
        }

        /// Before the change, after it, and when the old key has left.
        func three() async throws -> (House, House, House) {
            (
                try await house(MasterKeys(old)), try await house(MasterKeys(new, others: [old]), seed: 8),
                try await house(MasterKeys(new), seed: 9)
            )
        }
    }

    private func moved(_ person: Person, to house: House) -> Person {
        var person = person
        person.house = house
        return person
    }

    @Test func `a sign-in half done at the provider goes on under the new key`() async throws {
        let (before, after, later) = try await Restarts().three()
        var person = Person(before)
        let callback = try await person.begin()
        // The state and the cookie are garbage to who has the new key alone.
        var gone = moved(person, to: later)
        #expect(try await gone.load(callback).status == 400)
        var home = moved(person, to: after)
        let code = try #require(try await home.load(callback).sent["code"])
        #expect(try await home.redeem(code).status == 200)
    }

    @Test func `a long state that lies in the store is opened as well`() async throws {
        let (before, after, _) = try await Restarts().three()
        var person = Person(before)
        person.state = String(repeating: "s", count: 2_000)
        let callback = try await person.begin()
        var home = moved(person, to: after)
        #expect(try await home.load(callback).sent["state"] == person.state)
    }

    @Test func `codes are good while the old key stands in the list, and garbage after`() async throws {
        let (before, after, later) = try await Restarts().three()
        var person = Person(before)
        let code = try await person.code()
        let refused = try await moved(person, to: later).redeem(code)
        #expect(refused.member("error") == "invalid_grant")
        #expect(try await moved(person, to: after).redeem(code).status == 200)
        #expect(try await moved(person, to: after).redeem(code).status == 400, "once is once")
    }

    @Test func `handles are good while the old key stands in the list, and garbage after`() async throws {
        let (before, after, later) = try await Restarts().three()
        var person = Person(before)
        let handle = try await person.handle()
        #expect(try await moved(person, to: later).resume(handle).member("error") == "invalid_grant")
        let code = try #require(try await moved(person, to: after).resume(handle).resumedCode)
        // The code is the new key's.
        #expect(try await moved(person, to: later).redeem(code).status == 200)
    }

    @Test func `refresh tokens are good while the old key stands, and their successors after`() async throws {
        let (before, after, later) = try await Restarts().three()
        var person = Person(before)
        let first = try #require(
            try await person.redeem(try await person.code()).member("refresh_token"))
        #expect(try await moved(person, to: later).refresh(first).member("error") == "invalid_grant")
        let second = try #require(try await moved(person, to: after).refresh(first).member("refresh_token"))
        // The answer was lost: the old one gets the same one again.
        #expect(try await moved(person, to: after).refresh(first).member("refresh_token") == second)
        #expect(try await moved(person, to: later).refresh(second).status == 200)
    }
}
