import Codec
import Doubles
import HTTP
import OAuth
import Store
import Testing

struct PublicResponderTests {
    @Test(arguments: ["evil.example", "auth.example.com.evil.example", "auth.example.com:8080", "127.0.0.1"])
    func `H30 another host is 421, whatever is asked`(host: String) async throws {
        let house = try await House()
        for path in ["/", "/.well-known/openid-configuration", "/oauth/authorize", "/mobile/open-app"] {
            let answer = try await house.send(.get, "https://" + host + path)
            #expect(answer.status == 421)
        }
    }

    @Test func `a host may say its default port`() async throws {
        let house = try await House()
        for host in ["auth.example.com", "AUTH.example.com:443"] {
            let answer = try await house.send(.get, "https://\(host)/.well-known/openid-configuration")
            #expect(answer.status == 200)
        }
        #expect(try await house.send(.get, "https://link.example.com:443/oauth/jwks.json").status == 404)
        #expect(try await house.send(.get, "https://auth.example.com:80/").status == 421)
    }

    @Test(arguments: [
        "/", "/oauth", "/oauth/authorize/", "/oauth/authorize;x=1", "/oauth//authorize", "/oauth/%61uthorize",
        "/oauth/x/../authorize", "/OAUTH/authorize", "/mobile/resume/", "/.well-known/assetlinks.json/",
    ])
    func `a path is compared byte for byte, and what is not there is 404`(path: String) async throws {
        let house = try await House()
        let plain = try await house.send(.get, path)
        #expect(plain.status == 404)
        #expect(plain.error == "not_found")
        let page = try await house.send(.get, path, [(.accept, "text/html")])
        #expect(page.status == 404)
        #expect(page["content-type"]?.hasPrefix("text/html") == true)
    }

    @Test(arguments: [
        ("/oauth/authorize", Method.put, "GET, POST"), ("/oauth/authorize", .head, "GET, POST"),
        ("/oauth/token", .get, "POST"), ("/oauth/token", .options, "POST"),
        ("/oauth/userinfo", .delete, "GET, POST"), ("/mobile/complete", .post, "GET, HEAD"),
        ("/oauth/jwks.json", .post, "GET, HEAD"), ("/oauth/provider/idp/callback", .put, "GET, POST"),
    ])
    func `a wrong method is 405 with Allow`(path: String, method: Method, allow: String) async throws {
        let house = try await House()
        for accept in ["text/html", "application/json"] {
            let answer = try await house.send(method, path, [(.accept, accept)])
            #expect(answer.status == 405)
            #expect(answer.all("allow") == [allow])
        }
    }

    @Test func `A28 A30 every page keeps its headers, errors too`() async throws {
        let house = try await House()
        var person = Person(house)
        let handle = try await person.handle()
        let pages = [
            try await person.authorize(["client_id": "nobody"]), try await person.load("/nothing"),
            try await person.load("/mobile/complete?t=" + handle), try await person.load("/mobile/complete"),
            try await person.load(House.link + "/mobile/open-app?t=" + handle),
            try await person.load("/oauth/provider/idp/callback?state=x&code=y"),
            try await person.load("/oauth/authorize", method: .put),
            try await house.send(.get, "https://evil.example/", [(.accept, "text/html")]),
        ]
        for page in pages {
            #expect(page["content-type"]?.hasPrefix("text/html") == true)
            let policy = try #require(page["content-security-policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(
                !policy.contains("script-src") && !policy.contains("unsafe")
                    && !policy.contains("form-action"))
            #expect(page["x-frame-options"] == "DENY")
            #expect(page["referrer-policy"] == "no-referrer")
            #expect(page["x-content-type-options"] == "nosniff")
            #expect(page["cache-control"] == "no-store")
            #expect(page["strict-transport-security"] != nil)
            #expect(!page.text.contains("postMessage") && !page.text.lowercased().contains("<script"))
        }
    }

    @Test func `A29 nothing but documents may be kept by a cache`() async throws {
        let house = try await House()
        var person = Person(house)
        let leaving = try await person.authorize()
        let home = try await person.load(try person.provider.signIn(at: try #require(leaving.location)))
        let tokens = try await person.redeem(try #require(home.sent["code"]))
        for answer in [
            leaving, home, tokens, try await person.redeem("x"), try await person.resume("x"),
            try await person.userinfo("x"), try await person.load(try #require(home.location)),
            try await house.send(.get, "/nothing"), try await house.send(.put, "/oauth/token"),
        ] {
            #expect(answer["cache-control"] == "no-store")
        }
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=y>", "\u{202E}evil", "'--><svg/onload=x>",
    ])
    func `A52 CVE 6 nothing that is sent is reflected as markup`(nasty: String) async throws {
        let house = try await House()
        var person = Person(house)
        let names = [
            "client_id", "redirect_uri", "state", "scope", "response_type", "nonce", "prompt", "claims",
            "provider", "login_hint", "ui_locales", "acr_values", "resource", "code_challenge",
        ]
        for name in names {
            for answer in [
                try await person.authorize([name: nasty]),
                try await person.authorize([name: nasty], more: "&redirect_uri=https%3A%2F%2Fevil.example"),
                try await person.load("/oauth/provider/idp/callback?" + Form.encode([(name, nasty)])),
                try await person.load("/mobile/complete?" + Form.encode([("t", nasty), (name, nasty)])),
                try await person.load(House.link + "/mobile/open-app?" + Form.encode([("t", nasty)])),
                try await person.load(House.callback + "?" + Form.encode([("error", nasty), (name, nasty)])),
            ] {
                #expect(!answer.text.contains(nasty))
                #expect(!answer.head.contains(nasty))
            }
        }
    }

    @Test(arguments: ["a\r\nSet-Cookie: x=y", "\0", "Zoë 雪", "a\u{2028}b", "\u{7F}"])
    func `A53 what comes from outside never splits or spoils a header`(nasty: String) async throws {
        let house = try await House()
        var person = Person(house)
        person.state = nasty
        let answers = [
            try await person.authorize(), try await person.authorize(["scope": nasty]),
            try await person.authorize(["nonce": nasty]), try await person.authorize(["login_hint": nasty]),
            try await person.load("/mobile/complete?t=" + PercentEncoding.component(nasty)),
        ]
        for answer in answers {
            #expect([200, 303, 400].contains(answer.status))
            #expect(answer.head.utf8.allSatisfy { $0 < 0x7F })
            #expect(!answer.all("set-cookie").contains { $0.hasPrefix("x=") })
        }
    }

    @Test func `A27 every redirect is 303`() async throws {
        let house = try await House()
        var person = Person(house)
        let leaving = try await person.submit("/oauth/authorize", person.request())
        let back = try person.provider.signIn(at: try #require(leaving.location))
        let home = try await person.load(back)
        let hop = try await person.load(try #require(home.location))
        for answer in [leaving, home, hop] { #expect(answer.status == 303) }
    }
}
