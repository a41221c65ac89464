import Codec
import Doubles
import HTTP
import OAuth
import Store
import Testing

struct AuthorizeEndpointTests {
    @Test func `a good request goes to the provider with a state, nonce and challenge of our own`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let answer = try await person.authorize(["login_hint": "ana", "ui_locales": "de", "prompt": "login"])
        #expect(answer.status == 303)
        #expect(answer.location?.hasPrefix("https://idp.example.com/authorize?") == true)
        let sent = answer.sent
        #expect(sent["redirect_uri"] == "https://auth.example.com/oauth/provider/idp/callback")
        #expect(sent["client_id"] == "broker")
        #expect(sent["code_challenge_method"] == "S256")
        #expect(sent["login_hint"] == "ana")
        #expect(sent["ui_locales"] == "de")
        #expect(sent["prompt"] == "login")
        for (name, own) in [
            ("state", person.state), ("nonce", person.nonce), ("code_challenge", person.challenge),
        ] {
            #expect(sent[name] != nil && sent[name] != own)
        }
        #expect(answer.head.contains("cache-control: no-store"))
    }

    @Test func `a request by POST is as good as one by GET`() async throws {
        var person = Person(try await House())
        let answer = try await person.submit("/oauth/authorize", person.request())
        #expect(answer.status == 303)
        #expect(person.jar.cookies.count == 1)
        let home = try await person.load(try person.provider.signIn(at: try #require(answer.location)))
        #expect(home.sent["code"] != nil)
    }

    @Test func `authorize leaves the ledger's writes as they were`() async throws {
        let house = try await House()
        let before = house.ledger.writes
        for index in 0..<50 {
            var person = Person(house)
            person.state = "state-\(index)"
            #expect(try await person.authorize().status == 303)
        }
        #expect(house.ledger.writes == before)
    }

    @Test func `H01 a private-use URI with one slash is answered with one slash, and with two is another`()
        async throws
    {
        var person = Person(try await House())
        person.redirectURI = "com.example.app:/cb"
        let home = try await person.signIn()
        #expect(home.location?.hasPrefix("com.example.app:/cb?code=") == true)
        #expect(try await person.authorize(["redirect_uri": "com.example.app://cb"]).isPage)
    }

    @Test func `H02 capitals of a registered scheme are echoed byte for byte and nothing else matches`()
        async throws
    {
        var plan = try House.Plan()
        plan.clients = [try House.client("app1", ["com.example.App:/cb"])]
        var person = Person(try await House(plan))
        person.redirectURI = "com.example.App:/cb"
        #expect(try await person.signIn().location?.hasPrefix("com.example.App:/cb?code=") == true)
        #expect(try await person.authorize(["redirect_uri": "com.example.app:/cb"]).isPage)
    }

    @Test func `H03 CVE 18 a registered query stays byte for byte, approved and denied`() async throws {
        let uri = "https://app.example.com/cb?tenant=a%2Fb&flag"
        var plan = try House.Plan()
        plan.clients = [try House.client("app1", [uri])]
        let house = try await House(plan)
        var person = Person(house)
        person.redirectURI = uri
        #expect(try await person.signIn().location?.hasPrefix(uri + "&code=") == true)
        let leaving = try await person.authorize()
        let denied = try await person.load(
            try person.provider.refuse("access_denied", at: try #require(leaving.location)))
        #expect(denied.location?.hasPrefix(uri + "&error=access_denied&") == true)
        let names = try Form(parsing: try #require(denied.location?.split(separator: "?").last).utf8).names
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: ["http://127.0.0.1:53219/cb", "http://[::1]:61023/cb"])
    func `H04 A7 a loopback port is chosen at run time and the code is bound to it`(uri: String) async throws
    {
        var plan = try House.Plan()
        plan.clients = [try House.client("app1", ["http://127.0.0.1/cb", "http://[::1]/cb"])]
        var person = Person(try await House(plan))
        person.redirectURI = uri
        let home = try await person.signIn()
        #expect(home.location?.hasPrefix(uri + "?code=") == true)
        let code = try #require(home.sent["code"])
        let elsewhere = try await person.redeem(code, ["redirect_uri": "http://127.0.0.1/cb"])
        #expect(elsewhere.error == "invalid_grant")
        #expect(try await person.redeem(code).status == 200)
        #expect(try await person.authorize(["redirect_uri": uri + "2"]).isPage)
    }

    @Test func `H05 A9 an unknown client or URI never causes a redirect`() async throws {
        let house = try await House()
        var person = Person(house)
        for changes in [
            ["client_id": "nobody", "redirect_uri": "https://evil.example/"],
            ["redirect_uri": "https://evil.example/"], ["client_id": nil], ["redirect_uri": nil],
        ] {
            let answer = try await person.authorize(changes)
            #expect(answer.isPage)
            #expect(!answer.text.contains("evil.example"))
        }
        let token = try await person.authorize(["response_type": "token"])
        #expect(token.location?.hasPrefix(House.callback + "?error=unsupported_response_type") == true)
        #expect(token.sent["state"] == person.state)
    }

    @Test(arguments: [
        "client_id", "redirect_uri", "state", "scope", "response_type", "code_challenge", "nonce",
        "code_challenge_method", "prompt", "resource",
    ])
    func `H08 A8 a parameter sent twice is refused, by GET and by POST`(name: String) async throws {
        let house = try await House()
        let before = house.ledger.writes
        var person = Person(house)
        let twin = person.request().first { $0.0 == name } ?? (name, "https://api.example.com")
        let extra = [twin] + (person.request().contains { $0.0 == name } ? [] : [twin])
        let asked = person.request() + extra
        for answer in [
            try await person.load("/oauth/authorize?" + Form.encode(asked)),
            try await person.submit("/oauth/authorize", asked),
        ] {
            if name == "client_id" || name == "redirect_uri" {
                #expect(answer.isPage)
            } else {
                #expect(answer.sent["error"] == "invalid_request", "\(name)")
                #expect(answer.sent["state"] == (name == "state" ? nil : person.state))
            }
        }
        #expect(house.ledger.writes == before)
    }

    @Test func `H08 unknown parameters are ignored, even twice`() async throws {
        var person = Person(try await House())
        #expect(
            try await person.authorize(more: "&utm=1&utm=2&extra=foobar").location?.contains("idp.") == true)
    }

    @Test(arguments: [
        ["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM="],
        ["code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"],
        ["code_challenge": String(repeating: "a", count: 86)], ["code_challenge": nil],
        ["code_challenge_method": "SHA-256"], ["code_challenge_method": nil],
        ["code_challenge_method": "plain"],
    ])
    func `H09 A11 a challenge of another form is refused at once`(changes: [String: String?]) async throws {
        var person = Person(try await House())
        let answer = try await person.authorize(changes)
        #expect(answer.location?.hasPrefix(House.callback) == true)
        #expect(answer.sent["error"] == "invalid_request")
        #expect(answer.sent["error_description"]?.contains("S256") == true)
        #expect(answer.sent["state"] == person.state)
        #expect(person.jar.cookies.isEmpty)
    }

    @Test(arguments: [
        ["response_type": "token"], ["response_type": "id_token"], ["response_type": "code id_token"],
        ["response_mode": "fragment"], ["response_mode": "web_message"], ["response_mode": "form_post.jwt"],
        ["prompt": "none"], ["scope": "openid wider"], ["scope": "a  b"], ["request": "a.b.c"],
        ["request_uri": "https://evil.example/r"], ["code_challenge": nil], ["prompt": "none login"],
        ["provider": "nobody"], ["resource": "https://other.example"], ["registration": "{}"],
    ])
    func `A10 A31 A37 a wrong request goes to the registered URI, and with a foreign one is a page`(
        changes: [String: String?]
    ) async throws {
        let house = try await House()
        var person = Person(house)
        let answer = try await person.authorize(changes)
        #expect(answer.location?.hasPrefix(House.callback + "?error=") == true)
        #expect(answer.sent["state"] == person.state)
        #expect(answer.sent["iss"] == House.issuer)
        let foreign = changes.merging(["redirect_uri": "https://evil.example/cb"]) { $1 }
        #expect(try await person.authorize(foreign).isPage)
    }

    @Test func `A49 CVE 11 nothing that a request names is fetched`() async throws {
        let house = try await House()
        var person = Person(house)
        _ = try await person.authorize()
        let before = house.provider.asked.count
        for name in ["request_uri", "sector_identifier_uri", "logo_uri", "jwks_uri", "initiate_login_uri"] {
            _ = try await person.authorize([name: "https://idp.example.com/secret"])
        }
        #expect(house.provider.asked.count == before)
        #expect(
            try await person.authorize(["request_uri": "https://x.example"]).sent["error"]
                == "request_uri_not_supported")
    }
}

extension Answer {
    /// An HTML error page: 400 and no way out.
    var isPage: Bool {
        status == 400 && location == nil && self["refresh"] == nil
            && self["content-type"]?.hasPrefix("text/html") == true
    }
}

extension Person {
    /// The handle that another browser is offered when it loads where the answer went.
    func again(_ home: Answer) async throws -> String? {
        guard let location = home.location else { return nil }
        var other = self
        other.jar = Jar()
        let page = try await other.load(location)
        guard let next = page.location else { return nil }
        return try await other.load(next).offeredHandle ?? "none"
    }
}
