import Codec
import Doubles
import HTTP
import OAuth
import Store
import Testing

struct HomePagesTests {
    @Test func `H27 a callback shown as a page leads to the recovery page, and code and state stay behind`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let home = try #require(try await person.signIn().location)
        let hop = try await person.load(home)
        #expect(hop.status == 303)
        #expect(hop.location?.hasPrefix(House.issuer + "/mobile/complete?t=") == true)
        #expect(hop["set-cookie"] == nil)
        let page = try await person.load(try #require(hop.location))
        #expect(page.status == 200)
        #expect(page["refresh"] == nil && page.location == nil)
        for text in [hop.head, page.text, page.head] {
            #expect(!text.contains(person.state))
            #expect(!text.contains(try #require(Self.code(of: home))))
        }
        #expect(!page.text.lowercased().contains("<script"))
        #expect(page.text.contains("href=\"\(House.link)/mobile/open-app?t="))
    }

    @Test func `H27 an error shown as a page has the same shape and gives nothing away`() async throws {
        let house = try await House()
        var person = Person(house)
        let leaving = try #require(try await person.authorize().location)
        let denied = try await person.load(try person.provider.refuse("access_denied", at: leaving))
        let handle = try await person.handle(at: try #require(denied.location))
        let answer = try await person.resume(handle)
        #expect(answer.status == 200)
        #expect(answer.member("callback_uri")?.contains("error=access_denied") == true)
        #expect(answer.member("callback_uri")?.contains("state=" + person.state) == true)
        #expect(try await person.resume(handle).error == "invalid_grant")
    }

    @Test(arguments: [
        "code=k&state=s-12345678", "error=access_denied&state=s-12345678", "error=access_denied", "",
        "code=%3Cscript%3E&state=%22%3E%3Cimg",
    ])
    func `H27 an answer with nothing behind it ends on a page that says so`(query: String) async throws {
        let house = try await House()
        var person = Person(house)
        let before = house.ledger.writes
        let hop = try await person.load(House.callback + "?" + query)
        let page = try await person.load(try #require(hop.location))
        #expect(page.status == 200)
        #expect(!page.text.contains("s-12345678") && !page.text.contains("<img"))
        let handle = try #require(page.offeredHandle)
        #expect(try await person.resume(handle).error == "invalid_grant")
        #expect(house.ledger.writes <= before + 1)
    }

    @Test func `H23 H26 T2 D5 loading the pages a hundred times writes nothing and spends nothing`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let home = try #require(try await person.signIn().location)
        let handle = try await person.handle(at: home)
        let before = house.ledger.writes
        let agents = ["TelegramBot (like TwitterBot)", "WhatsApp/2", "HeadlessChrome/120", ""]
        for index in 0..<100 {
            for method in [Method.get, .head, .options] {
                for url in [
                    home, "/mobile/complete?t=\(handle)", House.link + "/mobile/open-app?t=\(handle)",
                    House.callback + "?t=\(handle)",
                ] {
                    var other = Person(house)
                    let answer = try await other.load(
                        url, method: method, [(.userAgent, agents[index % 4])])
                    #expect(answer["set-cookie"] == nil)
                    if method == .head { #expect(answer.body.isEmpty) }
                    if method == .options { #expect(answer.status == 405) }
                }
            }
        }
        #expect(house.ledger.writes == before)
        #expect(try await person.resume(handle).status == 200)
        #expect(try await person.resume(handle).error == "invalid_grant")
    }

    @Test func `T3 T17 the link's page is the same for a valid, a used and a late handle`() async throws {
        let house = try await House()
        var person = Person(house)
        let handle = try await person.handle()
        let url = House.link + "/mobile/open-app?t=\(handle)"
        let fresh = try await person.load(url)
        #expect(try await person.resume(handle).status == 200)
        #expect(try await person.load(url).text == fresh.text)
        house.clock.pass(seconds: 10_000)
        #expect(try await person.load(url).text == fresh.text)
        #expect(fresh["x-robots-tag"]?.contains("noindex") == true)
        for told in ["marker", "Marker Person", "account-1", "og:"] { #expect(!fresh.text.contains(told)) }
    }

    @Test func `T5 after a redemption the page offers a fresh handle, three in all`() async throws {
        let house = try await House()
        var person = Person(house)
        let home = try #require(try await person.signIn().location)
        var handles: Set<String> = []
        for _ in 0..<3 {
            let handle = try await person.handle(at: home)
            #expect(handles.insert(handle).inserted)
            #expect(try await person.resume(handle).status == 200)
        }
        let hop = try await person.load(home)
        let last = try await person.load(try #require(hop.location))
        #expect(last.status == 200)
        #expect(last.offeredHandle == nil)
    }

    @Test func `T15 the page never says done before the app has confirmed, and offers nothing after it`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let home = try await person.signIn()
        let hop = try await person.load(try #require(home.location))
        let page = try #require(hop.location)
        let waiting = try await person.load(page)
        for claim in ["signed in", "success", "all done"] {
            #expect(!waiting.text.lowercased().contains(claim), "\(claim)")
        }
        #expect(try await person.redeem(try #require(home.sent["code"])).status == 200)
        #expect(try await person.load(page).offeredHandle == nil)
    }

    @Test func `T16 callback, recovery page and link end in at most three hops`() async throws {
        let house = try await House()
        var person = Person(house)
        var url = try #require(try await person.signIn().location)
        for hop in 0..<4 {
            #expect(hop < 3)
            let answer = try await person.load(url)
            #expect(answer["refresh"] == nil)
            guard let next = answer.location else { break }
            url = next
        }
        let link = House.link + "/mobile/open-app?t=" + (try await person.handle(at: url))
        #expect(try await person.load(link).location == nil)
    }

    @Test(arguments: ["t=a&t=b", "T=abc", "", "t=", "t=%2E%FF", "t=" + String(repeating: "a", count: 6_000)])
    func `T18 a handle that is doubled, missing or of no form is 400`(query: String) async throws {
        let house = try await House()
        for url in ["/mobile/complete?", House.link + "/mobile/open-app?"] {
            var person = Person(house)
            let answer = try await person.load(url + query)
            #expect(answer.isPage)
        }
    }

    @Test func `T19 the custom scheme is offered only where it is configured, and asks for the same proof`()
        async throws
    {
        var plan = try House.Plan()
        var client = try House.client("app1")
        client.customSchemeFallback = "com.example.app:/resume"
        client.storeLinks = .init(android: "https://play.example/app", ios: "https://apps.example/app")
        plan.clients = [client]
        var person = Person(try await House(plan))
        let handle = try await person.handle()
        let page = try await person.load(House.link + "/mobile/open-app?t=\(handle)")
        #expect(page.text.contains("com.example.app:/resume?t=\(handle)"))
        #expect(page.text.contains("https://play.example/app"))
        #expect(
            try await person.resume(handle, ["code_verifier": String(repeating: "x", count: 43)]).error
                == "invalid_grant")
        var plain = Person(try await House())
        let other = try await plain.load(
            House.link + "/mobile/open-app?t=" + (try await plain.handle()))
        #expect(!other.text.contains("com.example.app:"))
    }

    @Test func `T20 the handle of a failed sign-in brings the error and never a code`() async throws {
        let house = try await House()
        house.provider.behave { $0.claims = ["nonce": "\"x\""] }
        var person = Person(house)
        let home = try #require(try await person.signIn().location)
        let answer = try await person.resume(try await person.handle(at: home))
        #expect(answer.resumedCode == nil)
        #expect(answer.member("callback_uri")?.contains("error=server_error") == true)
    }

    @Test func `the callback path may stand as the path that opens the app`() async throws {
        var plan = try House.Plan()
        let uri = House.link + "/mobile/acme/callback"
        var client = try House.client("app1", [uri])
        client.openAppPath = "/mobile/acme/callback"
        plan.clients = [client]
        var person = Person(try await House(plan))
        person.redirectURI = uri
        let home = try #require(try await person.signIn().location)
        let handle = try await person.handle(at: home)
        let page = try await person.load(uri + "?t=" + handle)
        #expect(page.status == 200)
        #expect(page.text.contains(uri + "?t=" + handle))
        #expect(try await person.resume(handle).status == 200)
    }

    @Test func `H27 each page is served on its own host alone, and on both where there is one`() async throws
    {
        var person = Person(try await House())
        let handle = try await person.handle()
        #expect(try await person.load(House.issuer + "/mobile/open-app?t=\(handle)").status == 404)
        #expect(try await person.load(House.link + "/mobile/complete?t=\(handle)").status == 404)
        #expect(try await person.load(House.link + "/oauth/authorize").status == 404)
        var plan = try House.Plan()
        plan.linkOrigin = nil
        plan.clients = [try House.client("app1", [House.issuer + "/mobile/oauth/callback"])]
        var single = Person(try await House(plan))
        single.redirectURI = House.issuer + "/mobile/oauth/callback"
        let own = try await single.handle()
        #expect(try await single.load(House.issuer + "/mobile/open-app?t=\(own)").status == 200)
        #expect(try await single.load(House.link + "/mobile/open-app?t=\(own)").status == 421)
    }

    static func code(of url: String) -> String? {
        ProviderCallbackEndpointTests.parameter("code", of: url)
    }
}
