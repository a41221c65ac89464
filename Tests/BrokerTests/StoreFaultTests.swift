import Doubles
import HTTP
import Journal
import OAuth
import Store
import Testing

/// The ledger fails at its Nth call, for every N of a whole sign-in, before the change or right after it: each answer
/// is done, a clean refusal or 503, and what was 503 may be asked again.
struct StoreFaultTests {
    /// What an app and a browser do when they are told to come again.
    private func patient(_ ask: () async throws -> Answer) async throws -> Answer {
        let first = try await ask()
        guard first.status == 503 else { return first }
        #expect(first["retry-after"] != nil)
        #expect(first["set-cookie"] == nil)
        #expect(first.error == nil || first.error == "temporarily_unavailable")
        let second = try await ask()
        #expect(second.status != 503)
        return second
    }

    @Test(arguments: [true, false], [true, false])
    func `A34 CVE 2 D14 whichever call fails, the sign-in ends well or can be begun again`(
        isLost: Bool, isByHandle: Bool
    ) async throws {
        var number = 1
        var done = 0
        while true {
            let ledger = TroubledLedger()
            let house = try await House(ledger: ledger)
            house.onPause { [clock = house.clock] _ in clock.pass(seconds: 1) }
            ledger.trouble(isLost ? .losesAnswer(number) : .fails(number))
            var person = Person(house)
            person.state = String(repeating: "s", count: 2_048)
            if try await goes(&person, isByHandle) { done += 1 }
            if ledger.calls < number { break }
            // Whatever happened, the next sign-in of this house works.
            ledger.trouble(.none)
            var next = Person(house)
            #expect(try await next.redeem(try await next.code()).status == 200, "\(number)")
            number += 1
        }
        #expect(number > 6)
        #expect(done > 1)
    }

    /// A whole sign-in; false when it ended in a clean refusal.
    private func goes(_ person: inout Person, _ isByHandle: Bool) async throws -> Bool {
        var one = person
        let leaving = try await patient { try await one.authorize() }
        let back = try one.provider.signIn(at: try #require(leaving.location))
        let home = try await patient { try await one.load(back) }
        #expect(home.status == 303)
        guard var code = home.sent["code"] else {
            #expect(home.sent["error"] == "server_error")
            return false
        }
        if isByHandle {
            let hop = try await patient { try await one.load(try #require(home.location)) }
            let page = try await patient { try await one.load(try #require(hop.location)) }
            let handle = try #require(page.offeredHandle)
            var resumed = try await patient { try await one.resume(handle) }
            if resumed.status == 400 {
                // The answer was lost: the page has a fresh handle.
                let again = try await patient { try await one.load(try #require(hop.location)) }
                resumed = try await patient { try await one.resume(try #require(again.offeredHandle)) }
            }
            code = try #require(resumed.resumedCode)
        }
        let tokens = try await patient { try await one.redeem(code) }
        guard tokens.status == 200 else {
            #expect(tokens.error == "invalid_grant")
            return false
        }
        let access = try #require(tokens.member("access_token"))
        #expect(try await patient { try await one.userinfo(access) }.status == 200)
        let refresh = try #require(tokens.member("refresh_token"))
        #expect(try await patient { try await one.refresh(refresh) }.status == 200)
        return true
    }

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
}
