import Doubles
import Testing

struct ProviderChoiceTests {
    @Test func `of several providers the person chooses, or the app names one`() async throws {
        var plan = try House.Plan()
        plan.providers = [
            try StubProvider(id: "one", issuer: "https://one.example"),
            try StubProvider(id: "two", issuer: "https://two.example"),
        ]
        let house = try await House(plan)
        var person = Person(house)
        let page = try await person.authorize()
        #expect(page.status == 200)
        #expect(person.jar.cookies.isEmpty)
        let links = page.text.split(separator: "\"").filter { $0.hasPrefix("/oauth/authorize?") }
        #expect(links.count == 2)
        let chosen = String(links[1]).replacing("&amp;", with: "&").replacing("&#38;", with: "&")
        #expect(try await person.load(chosen).location?.hasPrefix("https://two.example/") == true)
        #expect(try await person.authorize(["provider": "one"]).location?.hasPrefix("https://one.") == true)
    }

    @Test func `a provider that cannot be reached is told to the app and asked again next time`() async throws
    {
        let house = try await House()
        house.provider.behave { $0.isDown = true }
        var person = Person(house)
        let answer = try await person.authorize()
        #expect(answer.sent["error"] == "temporarily_unavailable")
        house.provider.behave { $0.isDown = false }
        #expect(try await person.authorize().location?.hasPrefix("https://idp.example.com/") == true)
    }

    @Test func `A42 no app gets a silent code at a redirect URI that any app can claim`() async throws {
        var person = Person(try await House())
        let silent = ["prompt": "none", "provider": "idp"]
        #expect(try await person.authorize(silent).location?.hasPrefix("https://idp.example.com/") == true)
        person.redirectURI = "com.example.app:/cb"
        let answer = try await person.authorize(silent)
        #expect(answer.location?.hasPrefix("com.example.app:/cb?") == true)
        #expect(answer.sent["error"] == "interaction_required")
        #expect(answer.all("set-cookie").isEmpty)
        let asking = try await person.authorize(["prompt": "consent", "provider": "idp"])
        #expect(asking.location?.hasPrefix("https://idp.example.com/") == true)
    }
}
