import Codec
import Crypto
import Doubles
import HTTP
import OAuth
import Store
import Testing

struct ProviderCallbackEndpointTests {
    @Test func `the answer to the app carries code, state and iss`() async throws {
        let house = try await House()
        var person = Person(house)
        let home = try await person.signIn()
        #expect(home.status == 303)
        #expect(home.location?.hasPrefix(House.callback + "?") == true)
        #expect(Set(home.sent.keys) == ["code", "state", "iss"])
        #expect(home.sent["state"] == person.state)
        #expect(home.sent["iss"] == House.issuer)
        #expect(house.provider.codesPresented.count == 1)
    }

    @Test func `H14 A19 a no goes to the app in our own words, and again the same`() async throws {
        let house = try await House()
        var person = Person(house)
        let leaving = try #require(try await person.authorize().location)
        let more = [
            ("error_code", "200"), ("error_description", "Permissions\r\nerror \u{202E}<script>"),
            ("error_reason", "user_denied"),
        ]
        let back = try person.provider.refuse("access_denied", at: leaving, more)
        let first = try await person.load(back)
        #expect(first.status == 303)
        #expect(first.sent["error"] == "access_denied")
        #expect(first.sent["state"] == person.state)
        #expect(first.sent["iss"] == House.issuer)
        #expect(first.location?.contains("Permissions") == false)
        let settled = house.ledger.writes
        #expect(try await person.load(back).location == first.location)
        #expect(house.ledger.writes <= settled + 1)
        #expect(house.provider.codesPresented.isEmpty)
    }

    @Test(arguments: [
        ("consent_required", "consent_required"), ("access_denied", "access_denied"),
        ("AADSTS65004", "server_error"), ("temporarily_unavailable", "temporarily_unavailable"),
        ("<script>\r\nLocation: x", "server_error"),
    ])
    func `H14 what the provider says is one of our own list`(said: String, heard: String) async throws {
        var person = Person(try await House())
        let leaving = try #require(try await person.authorize().location)
        let home = try await person.load(try person.provider.refuse(said, at: leaving))
        #expect(home.sent["error"] == heard)
    }

    @Test func `H14 A22 an error with an unknown state is a page`() async throws {
        var person = Person(try await House())
        _ = try await person.authorize()
        for state in ["x", "", String(repeating: "A", count: 75)] {
            let answer = try await person.load(
                "/oauth/provider/idp/callback?error=access_denied&state=" + state)
            #expect(answer.isPage)
        }
        #expect(try await person.load("/oauth/provider/idp/callback?error=access_denied").isPage)
    }

    @Test func `H17 iss of the callback: right, wrong, missing, promised`() async throws {
        let cases: [(promised: Bool, iss: String?, isAccepted: Bool)] = [
            (false, "https://idp.example.com", true), (false, "https://evil.example", false),
            (true, nil, false), (false, nil, true), (true, "https://idp.example.com/", false),
        ]
        for each in cases {
            let house = try await House()
            house.provider.behave { $0.promisesIssuer = each.promised }
            var person = Person(house)
            let leaving = try #require(try await person.authorize().location)
            house.provider.behave { $0.promisesIssuer = false }
            let iss = each.iss.map { "&iss=" + PercentEncoding.component($0) } ?? ""
            let home = try await person.load(try person.provider.signIn(at: leaving) + iss)
            #expect((home.sent["code"] != nil) == each.isAccepted, "\(each)")
            #expect(house.provider.codesPresented.count == (each.isAccepted ? 1 : 0), "\(each)")
            if !each.isAccepted { #expect(home.isPage) }
        }
    }

    @Test func `H17 an error with a wrong iss is not acted on`() async throws {
        let house = try await House()
        var person = Person(house)
        let leaving = try #require(try await person.authorize().location)
        let refusal = try person.provider.refuse("access_denied", at: leaving)
        #expect(try await person.load(refusal + "&iss=https%3A%2F%2Fevil.example").isPage)
        let home = try await person.load(try person.provider.signIn(at: leaving))
        #expect(home.sent["code"] != nil)
    }

    @Test func `A20 the state of one provider delivered to another is refused before any request leaves`()
        async throws
    {
        var plan = try House.Plan()
        plan.providers = [
            try StubProvider(id: "one", issuer: "https://one.example"),
            try StubProvider(id: "two", issuer: "https://two.example"),
        ]
        let house = try await House(plan)
        var person = Person(house)
        let back = try await person.begin(["provider": "one"])
        #expect(try await person.load(back.replacing("/provider/one/", with: "/provider/two/")).isPage)
        #expect(house.providers.flatMap(\.codesPresented).isEmpty)
        #expect(try await person.load(back).sent["code"] != nil)
        #expect(house.providers[1].asked.isEmpty)
    }

    @Test func `A22 an expired state is refused, and one used before gives no second code`() async throws {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        house.clock.pass(seconds: 600)
        #expect(try await person.load(back).isPage)
        #expect(house.provider.codesPresented.isEmpty)
    }

    @Test func `A23 CVE 19 who opens an attacker's link is not the browser that began`() async throws {
        let house = try await House()
        var attacker = Person(house)
        let leaving = try #require(try await attacker.authorize().location)
        // The victim signs in at the provider, on the address that the attacker was given.
        var victim = Person(house)
        let back = try victim.provider.signIn(at: leaving)
        #expect(try await victim.load(back).isPage)
        #expect(house.provider.codesPresented.isEmpty)
    }

    @Test func `A25 a tossed cookie is refused, not merged, and one of another name is nothing`() async throws
    {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        let own = try #require(person.jar.cookies.first)
        #expect(own.name.hasPrefix("__Host-"))
        var tossed = person
        tossed.jar.add(own.name, own.value)
        #expect(try await tossed.load(back).isPage)
        var bare = person
        bare.jar = Jar()
        bare.jar.add(String(own.name.dropFirst(7)), own.value)
        #expect(try await bare.load(back).isPage)
        #expect(house.provider.codesPresented.isEmpty)
        #expect(try await person.load(back).sent["code"] != nil)
    }

    @Test func `A20 a code that is another sign-in's at the provider fails, and the app hears it`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let first = try await person.begin()
        let second = try await person.begin()
        let mixed =
            "/oauth/provider/idp/callback?"
            + Form.encode([
                ("code", try #require(Self.parameter("code", of: first))),
                ("state", try #require(Self.parameter("state", of: second))),
            ])
        #expect(try await person.load(mixed).sent["error"] == "server_error")
    }

    @Test(arguments: [
        (400, "application/json", #"{"error":"invalid_grant","error_description":"<script>"}"#),
        (200, "application/json", #"{"error":"bad_verification_code"}"#),
        (200, "text/html", "<html>busy</html>"), (302, "text/html", ""), (500, "application/json", "{}"),
        (200, "application/json", #"{"access_token":"a","token_type":"Bearer","id_token":"a.b.c"}"#),
    ])
    func `a provider that answers nonsense ends as an error for the app, not as a fault of ours`(
        status: Int, type: String, body: String
    ) async throws {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        house.provider.behave { $0.tokenAnswer = (status, type, body) }
        let home = try await person.load(back)
        #expect(home.sent["error"] == (status == 500 ? "temporarily_unavailable" : "server_error"))
        #expect(home.location?.contains("%3Cscript") == false)
        #expect(try await person.load(back).location == home.location)
        #expect(house.provider.codesPresented.count == 1)
    }

    @Test func `H20 H17 wrong claims end as an error for the app`() async throws {
        for (name, value) in [
            ("iss", "\"https://evil.example\""), ("aud", "\"other\""), ("exp", "1"), ("nonce", "\"x\""),
            ("sub", "\"\""),
        ] {
            let house = try await House()
            house.provider.behave { $0.claims = [name: value] }
            var person = Person(house)
            #expect(try await person.signIn().sent["error"] == "server_error", "\(name)")
        }
    }

    @Test func `CVE 31 two hundred people at once each get their own subject`() async throws {
        let house = try await House()
        let subjects = try await withThrowingTaskGroup(of: (String, String).self) { group in
            for index in 0..<200 {
                group.addTask {
                    var person = Person(house)
                    person.state = "state-\(index)"
                    let leaving = try await person.authorize()
                    // The account is read when the person signs in.
                    let back = try house.provider.signIn(
                        at: try #require(leaving.location), as: "account-\(index % 50)")
                    let home = try await person.load(back)
                    let code = try #require(home.sent["code"])
                    let tokens = try await person.redeem(code)
                    let info = try await person.userinfo(try #require(tokens.member("access_token")))
                    return ("account-\(index % 50)", try #require(info.member("email")))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(subjects.count == 200)
        #expect(subjects.allSatisfy { $0.1 == "\($0.0)@example.com" })
    }

    @Test func `an unknown provider is a path that is not there`() async throws {
        var person = Person(try await House())
        #expect(try await person.load("/oauth/provider/nobody/callback?state=x&code=y").status == 404)
        #expect(try await person.load("/oauth/provider/id;p/callback?state=x&code=y").status == 404)
        #expect(try await person.load("/oauth/provider/a%2Fb/callback?state=x&code=y").status == 404)
    }

    static func parameter(_ name: String, of url: String) -> String? {
        guard let query = url.split(separator: "?", maxSplits: 1).last else { return nil }
        return (try? Form(parsing: query.utf8))?.values(name).first
    }
}
