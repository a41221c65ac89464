import Codec
import Doubles
import HTTP
import OAuth
import Store
import Testing

struct ProviderCallbackBrowserTests {
    @Test func `H22 a POST without cookies asks again by GET, and only the browser that began gets through`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        let form = try Form(parsing: try #require(back.split(separator: "?").last).utf8)
        let pairs = form.pairs.map { ($0.name, $0.value) }
        var crossSite = person
        crossSite.jar = Jar()
        let answer = try await crossSite.submit(
            "/oauth/provider/idp/callback", pairs, [(.origin, "https://appleid.apple.com")])
        #expect(answer.status == 303)
        #expect(answer.location?.hasPrefix("/oauth/provider/idp/callback?") == true)
        #expect(house.provider.codesPresented.isEmpty)
        #expect(try await crossSite.load(try #require(answer.location)).isPage)
        #expect(try await person.load(try #require(answer.location)).sent["code"] != nil)
        #expect(try await person.submit("/oauth/provider/idp/callback", pairs).sent["code"] != nil)
        #expect(house.provider.codesPresented.count == 1)
    }

    @Test func `H23a the callback twice in sequence is one redemption and the same answer`() async throws {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        let first = try await person.load(back)
        let second = try await person.load(back)
        #expect(first.sent["code"] != nil)
        #expect(second.location == first.location)
        #expect(house.provider.codesPresented.count == 1)
    }

    @Test func `H23b the callback many times at once is one redemption and the same answer`() async throws {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        house.provider.gate.close()
        let frozen = person
        let places = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var twin = frozen
                    return try await twin.load(back).location
                }
            }
            await house.provider.gate.arrivals(1)
            for _ in 0..<100 { await Task.yield() }
            house.provider.gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(places).count == 1)
        #expect(places.first??.hasPrefix(House.callback + "?code=") == true)
        #expect(house.provider.codesPresented.count == 1)
        #expect(house.provider.gate.arrived == 1)
    }

    @Test func `H23c the callback after the code was redeemed gets the same answer and nothing new`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        let first = try await person.load(back)
        let code = try #require(first.sent["code"])
        #expect(try await person.redeem(code).status == 200)
        #expect(try await person.load(back).location == first.location)
        #expect(house.provider.codesPresented.count == 1)
        #expect(try await person.redeem(code).error == "invalid_grant")
    }

    @Test func `H23d A21 A24 CVE 29 the callback from another browser gets a page and asks nobody`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        var other = person
        other.jar = Jar()
        let before = house.ledger.writes
        #expect(try await other.load(back).isPage)
        // One that has a sign-in of its own is no better.
        _ = try await other.begin()
        #expect(try await other.load(back).isPage)
        #expect(house.provider.codesPresented.isEmpty)
        #expect(house.ledger.writes == before)
        #expect(try await person.load(back).sent["code"] != nil)
    }

    @Test func `CVE 8 another browser gets no code from any address that it was shown`() async throws {
        let house = try await House()
        var person = Person(house)
        let leaving = try #require(try await person.authorize().location)
        let state = try #require(ProviderCallbackEndpointTests.parameter("state", of: leaving))
        _ = try await person.load(try person.provider.signIn(at: leaving))
        var other = Person(house)
        for url in [
            "/oauth/provider/idp/callback?code=x&state=\(state)",
            "/oauth/provider/idp/callback?state=\(state)",
            "/mobile/complete?t=\(state)", House.link + "/mobile/open-app?t=\(state)",
            House.callback + "?code=\(state)", House.callback + "?state=\(state)",
        ] {
            let answer = try await other.load(url)
            #expect(answer.sent["code"] == nil)
            #expect(answer.offeredHandle.map { house.identifiers.parseHandle($0)?.generation ?? 0 } ?? 0 == 0)
        }
    }

    @Test(arguments: [TroubledLedger.Trouble.fails(2), .losesAnswer(2)])
    func `A34 a store that is away for a moment costs nobody the sign-in that the provider gave`(
        trouble: TroubledLedger.Trouble
    ) async throws {
        let ledger = TroubledLedger()
        let house = try await House(ledger: ledger)
        house.onPause { _ in }
        var person = Person(house)
        let back = try await person.begin()
        ledger.trouble(trouble)
        let home = try await person.load(back)
        #expect(home.sent["code"] != nil)
        #expect(house.provider.codesPresented.count == 1)
        #expect(try await person.load(back).sent["code"] == home.sent["code"])
    }

    @Test func `H23 a claim whose holder never came back ends as an error after its lease`() async throws {
        let ledger = TroubledLedger()
        let house = try await House(ledger: ledger)
        let clock = house.clock
        house.onPause { duration in clock.pass(milliseconds: Int64(duration.components.seconds * 1000) + 250)
        }
        var person = Person(house)
        let back = try await person.begin()
        ledger.trouble(.failsFrom(2))
        #expect(try await person.load(back).status == 503)
        ledger.trouble(.none)
        let home = try await person.load(back)
        #expect(home.sent["error"] == "server_error")
        #expect(home.sent["state"] == person.state)
        #expect(house.provider.codesPresented.count == 1)
    }

    @Test(arguments: [
        "Sec-Purpose: prefetch", "Sec-Purpose: prefetch;prerender", "Purpose: prefetch", "X-Moz: prefetch",
    ])
    func `H24 a speculative request changes nothing, and the plain one works`(purpose: String) async throws {
        let house = try await House()
        var person = Person(house)
        let name = try #require(FieldName(purpose.prefix { $0 != ":" }.lowercased()))
        let field = (name, String(purpose.drop { $0 != " " }.dropFirst()))
        let before = house.ledger.writes
        func isNothing(_ answer: Answer) -> Bool {
            answer.status == 503 && answer.body.isEmpty && answer["cache-control"] == "no-store"
                && answer["set-cookie"] == nil
        }
        #expect(isNothing(try await person.authorize([:], [field])))
        let back = try await person.begin()
        #expect(isNothing(try await person.load(back, [field])))
        #expect(house.provider.codesPresented.isEmpty)
        #expect(house.ledger.writes == before)
        let home = try await person.load(back)
        let handle = try await person.handle(at: try #require(home.location))
        for url in [
            "/mobile/complete?t=\(handle)", House.link + "/mobile/open-app?t=\(handle)",
            try #require(home.location),
        ] {
            #expect(isNothing(try await person.load(url, [field])))
        }
        #expect(try await person.resume(handle).status == 200)
    }
}
