import Doubles
import HTTP
import Journal
import OAuth
import Store
import Testing

/// A store that is down, and what is no fault of its.
struct StoreFaultTests {
    @Test func `A34 a store that is down is 503 at every endpoint, never invalid_grant`() async throws {
        let ledger = TroubledLedger()
        let house = try await House(ledger: ledger)
        var person = Person(house)
        let home = try await person.signIn()
        let location = try #require(home.location)
        let handle = try await person.handle(at: location)
        let code = try #require(home.sent["code"])
        var other = Person(house)
        let tokens = try await other.redeem(try await other.code())
        let access = try #require(tokens.member("access_token"))
        let refresh = try #require(tokens.member("refresh_token"))
        let back = try await person.begin()
        ledger.trouble(.isDown)
        for answer in [
            try await person.redeem(code), try await person.resume(handle), try await other.refresh(refresh),
            try await other.userinfo(access), try await person.load(back),
            try await person.load("/mobile/complete?t=" + handle),
            try await person.load(House.link + "/mobile/open-app?t=" + handle),
        ] {
            #expect(answer.status == 503)
            #expect(answer["retry-after"] != nil)
            #expect(answer["cache-control"] == "no-store")
            #expect(answer.error == nil || answer.error == "temporarily_unavailable")
        }
        #expect(house.sink.lines.contains { $0.contains("store fault") && $0.contains("\"error\"") })
        // What needs no store goes on.
        #expect(try await person.authorize().status == 303)
        #expect(try await house.send(.get, "/oauth/jwks.json").status == 200)
        ledger.trouble(.none)
        #expect(try await other.refresh(refresh).status == 200)
        #expect(try await other.userinfo(access).status == 200)
        #expect(try await person.resume(handle).status == 200)
        #expect(try await person.redeem(code).status == 200)
        #expect(try await person.load(back).sent["code"] != nil)
    }

    @Test func `a provider whose metadata cannot be had is no fault of the store`() async throws {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        let restarted = try await House(ledger: house.ledger)
        restarted.provider.behave { $0.isDown = true }
        var later = Person(restarted)
        later.jar = person.jar
        let answer = try await later.load(back)
        #expect(answer.status == 503)
        #expect(answer["retry-after"] != nil)
        #expect(!restarted.sink.text.contains("store fault"))
        #expect(restarted.sink.text.contains("provider fault"))
    }

    @Test func `a claim that a crash of the store took away is made again`() async throws {
        let ledger = TroubledLedger()
        let house = try await House(ledger: ledger)
        var person = Person(house)
        let back = try await person.begin()
        let began = house.clock.now
        house.onPause { [clock = house.clock] in
            clock.pass(milliseconds: $0.components.seconds * 1000 + 250)
        }
        ledger.trouble(.forgetsClaim)
        let home = try await person.load(back)
        #expect(home.sent["code"] != nil)
        #expect(home.sent["error"] == nil)
        #expect(house.clock.now == began, "nobody waits for the lease of a claim that is nobody's")
        #expect(try await person.load(back).sent["code"] == home.sent["code"])
    }
}
