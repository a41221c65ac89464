import Doubles
import HTTP
import Journal
import OAuth
import Store
import Testing

/// D17: everything is good one second before its end and refused at its end, and a clock that is set back brings
/// nothing to life again.
struct LifetimeTests {
    @Test(arguments: [(599, true), (600, false)])
    func `D17 a pending sign-in lives ten minutes`(seconds: Int, lives: Bool) async throws {
        let house = try await House()
        for length in [8, 2048] {
            let start = house.clock.now
            var person = Person(house)
            person.state = String(repeating: "s", count: length)
            let back = try await person.begin()
            house.clock.turn(to: seconds, after: start)
            #expect((try await person.load(back).sent["code"] != nil) == lives)
        }
    }

    @Test(arguments: [(59, true), (60, false)])
    func `D17 a code lives a minute from its issue`(seconds: Int, lives: Bool) async throws {
        let house = try await House()
        var person = Person(house)
        let start = house.clock.now
        let code = try await person.code()
        house.clock.turn(to: seconds, after: start)
        let answer = try await person.redeem(code)
        #expect(answer.status == (lives ? 200 : 400))
        #expect(answer.error == (lives ? nil : "invalid_grant"))
    }

    @Test(arguments: [(299, true), (300, false)])
    func `D17 T8 a handle lives five minutes and its code a minute more`(seconds: Int, lives: Bool)
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let start = house.clock.now
        let handle = try await person.handle()
        house.clock.turn(to: seconds, after: start)
        let answer = try await person.resume(handle)
        #expect(answer.status == (lives ? 200 : 400))
        guard let code = answer.resumedCode else { return }
        house.clock.turn(to: seconds + 59, after: start)
        #expect(try await person.redeem(code).status == 200)
    }

    @Test func `D17 the code of a handle is over a minute after it`() async throws {
        let house = try await House()
        var person = Person(house)
        let start = house.clock.now
        let handle = try await person.handle()
        house.clock.turn(to: 200, after: start)
        let code = try #require(try await person.resume(handle).resumedCode)
        house.clock.turn(to: 260, after: start)
        #expect(try await person.redeem(code).error == "invalid_grant")
    }

    @Test(arguments: [(2_591_999, true), (2_592_000, false)])
    func `D17 a refresh token lives thirty days unused`(seconds: Int, lives: Bool) async throws {
        let house = try await House()
        var person = Person(house)
        let tokens = try await person.redeem(try await person.code())
        let start = house.clock.now
        house.clock.turn(to: seconds, after: start)
        let answer = try await person.refresh(try #require(tokens.member("refresh_token")))
        #expect(answer.status == (lives ? 200 : 400))
    }

    @Test func `T8 a clock set back by an hour brings nothing back`() async throws {
        let house = try await House()
        var person = Person(house)
        let home = try await person.signIn()
        let handle = try await person.handle(at: try #require(home.location))
        house.clock.pass(seconds: 301)
        #expect(try await person.resume(handle).error == "invalid_grant")
        house.clock.pass(seconds: -3_600)
        for _ in 1...3 {
            for answer in [
                try await person.resume(handle), try await person.redeem(try #require(home.sent["code"])),
            ] {
                #expect(answer.status == 503)
                #expect(answer.error == "temporarily_unavailable")
            }
        }
        #expect(house.sink.lines.count { $0.contains("clock went back") } == 1)
        // It has caught up again.
        house.clock.pass(seconds: 3_600)
        #expect(try await person.resume(handle).error == "invalid_grant")
    }

    @Test func `the recovery page tells how long the link lives, and that it is over`() async throws {
        let house = try await House()
        var person = Person(house)
        let start = house.clock.now
        let hop = try await person.load(try #require(try await person.signIn().location))
        let page = try #require(hop.location)
        let living = try await person.load(page)
        house.clock.turn(to: 300, after: start)
        let late = try await person.load(page)
        #expect(late.status == 200 && late.text != living.text)
        // The link still opens the app, which hears that it is over.
        #expect(living.offeredHandle == late.offeredHandle)
        #expect(try await person.resume(try #require(late.offeredHandle)).error == "invalid_grant")
    }

    @Test func `lifetimes are those that are configured`() async throws {
        var plan = try House.Plan()
        plan.lifetimes.code = 10
        plan.lifetimes.transaction = 30
        let house = try await House(plan)
        var person = Person(house)
        let start = house.clock.now
        let code = try await person.code()
        house.clock.turn(to: 10, after: start)
        #expect(try await person.redeem(code).error == "invalid_grant")
        let back = try await person.begin()
        house.clock.turn(to: 40, after: start)
        #expect(try await person.load(back).isPage)
    }
}
