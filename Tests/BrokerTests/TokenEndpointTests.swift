import Codec
import Crypto
import Doubles
import HTTP
import JOSE
import OAuth
import Store
import Testing

struct TokenEndpointTests {
    @Test func `a code gives tokens that hold`() async throws {
        let house = try await House()
        var person = Person(house)
        let answer = try await person.redeem(try await person.code())
        #expect(answer.status == 200)
        #expect(answer["cache-control"] == "no-store")
        #expect(answer.member("token_type") == "Bearer")
        #expect(answer.member("expires_in") == "300")
        #expect(answer.member("scope") == person.scope)
        let keys = try JWKSet(reading: try await house.send(.get, "/oauth/jwks.json").body)
        let text = try #require(answer.member("id_token"))
        let claims = try UnverifiedToken(parsing: text).verified(by: keys).claims(IDTokenClaims.self)
        #expect(claims.iss == House.issuer)
        #expect(claims.aud.values == ["app1"])
        #expect(claims.nonce == person.nonce)
        #expect(claims.exp.seconds == Int(house.clock.now.seconds) + 300)
        #expect(claims.email == nil)
        let access = try UnverifiedToken(parsing: try #require(answer.member("access_token")))
        #expect(access.type == "at+jwt")
        #expect(try access.verified(by: keys).payload.isEmpty == false)
        let info = try await person.userinfo(try #require(answer.member("access_token")))
        #expect(info.member("sub") == claims.sub)
    }

    @Test(arguments: ["253402300799", "4000000000.5", "1e308", "-1"])
    func `a time of signing in that has not come yet is not passed on`(time: String) async throws {
        let house = try await House()
        house.provider.behave { $0.claims["auth_time"] = time }
        var person = Person(house)
        let answer = try await person.redeem(try await person.code())
        let keys = try JWKSet(reading: try await house.send(.get, "/oauth/jwks.json").body)
        let token = try UnverifiedToken(parsing: try #require(answer.member("id_token")))
        let claims = try token.verified(by: keys).claims(IDTokenClaims.self)
        #expect(claims.authTime?.seconds == Int(house.clock.now.seconds))
    }

    @Test func `a client that asks for RS256 gets an RS256 ID token, and both keys are published`()
        async throws
    {
        var plan = try House.Plan()
        var client = try House.client("app1")
        client.idTokenAlgorithm = .rs256
        (plan.clients, plan.algorithms) = ([client], [.es256, .rs256])
        let house = try await House(plan)
        var person = Person(house)
        let answer = try await person.redeem(try await person.code())
        let keys = try JWKSet(reading: try await house.send(.get, "/oauth/jwks.json").body)
        #expect(keys.keys.count == 2)
        let token = try UnverifiedToken(parsing: try #require(answer.member("id_token")))
        #expect(try token.verified(by: keys).algorithm == .rs256)
    }

    @Test func `the same person is the same subject, another one another`() async throws {
        let house = try await House()
        func subject(_ account: String) async throws -> String {
            house.provider.behave { $0.account = account }
            var person = Person(house)
            let tokens = try await person.redeem(try await person.code())
            let info = try await person.userinfo(try #require(tokens.member("access_token")))
            return try #require(info.member("sub"))
        }
        let (ana, ben, again) = (try await subject("a"), try await subject("b"), try await subject("a"))
        #expect(ana == again && ana != ben)
    }

    @Test func `H10 D4 of 64 redemptions at once exactly one gets tokens, and the losers do not revoke them`()
        async throws
    {
        let house = try await House()
        for _ in 0..<10 {
            var person = Person(house)
            let code = try await person.code()
            let frozen = person
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<64 { group.addTask { try await frozen.redeem(code) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let good = answers.filter { $0.status == 200 }
            #expect(good.count == 1)
            #expect(answers.count { $0.status == 400 && $0.error == "invalid_grant" } == 63)
            let token = try #require(good.first?.member("access_token"))
            #expect(try await person.userinfo(token).status == 200)
        }
    }

    @Test func `H10 A15 a later replay is refused and revokes what the first use gave`() async throws {
        let house = try await House()
        var person = Person(house)
        let code = try await person.code()
        let tokens = try await person.redeem(code)
        let access = try #require(tokens.member("access_token"))
        house.clock.pass(seconds: 1)
        #expect(try await person.redeem(code).error == "invalid_grant")
        #expect(try await person.userinfo(access).status == 401)
        #expect(
            try await person.refresh(try #require(tokens.member("refresh_token"))).error
                == "invalid_grant")
    }

    @Test func `A15 a code that a thief replays without the verifier signs nobody out`() async throws {
        let house = try await House()
        var person = Person(house)
        let code = try await person.code()
        let tokens = try await person.redeem(code)
        house.clock.pass(seconds: 5)
        let wrong = ["code_verifier": String(repeating: "w", count: 43)]
        #expect(try await person.redeem(code, wrong).error == "invalid_grant")
        #expect(try await person.userinfo(try #require(tokens.member("access_token"))).status == 200)
    }

    @Test(arguments: [
        ["client_id": "app2"], ["redirect_uri": "com.example.app:/cb"], ["redirect_uri": nil],
        ["redirect_uri": ""], ["redirect_uri": House.callback + "?"],
        ["redirect_uri": "https://link.example.com/mobile/oauth%2Fcallback"],
    ])
    func `A16 CVE 23 a code is bound to its client and its redirect URI`(changes: [String: String?])
        async throws
    {
        var person = Person(try await House())
        let code = try await person.code()
        #expect(try await person.redeem(code, changes).error == "invalid_grant")
        #expect(try await person.redeem(code).status == 200)
    }

    @Test func `A18 CVE 22 every kind of thing offered as every other is refused`() async throws {
        let house = try await House()
        var person = Person(house)
        let home = try await person.signIn()
        let code = try #require(home.sent["code"])
        let handle = try await person.handle(at: try #require(home.location))
        let state = house.identifiers.upstreamState(for: try #require(house.identifiers.parseCode(code)))
        var other = Person(house)
        let tokens = try await other.redeem(try await other.code())
        let (access, refresh, id) = (
            try #require(tokens.member("access_token")), try #require(tokens.member("refresh_token")),
            try #require(tokens.member("id_token"))
        )
        for wrong in [handle, state, access, refresh, id, person.state] {
            #expect(try await person.redeem(wrong).error == "invalid_grant")
        }
        for wrong in [code, handle, state, access, id] {
            #expect(try await other.refresh(wrong).error == "invalid_grant")
        }
        for wrong in [code, handle, state, refresh, id] {
            #expect(try await person.userinfo(wrong).status == 401)
        }
        for wrong in [code, handle, refresh] {
            #expect(try await person.load("/oauth/provider/idp/callback?code=x&state=" + wrong).isPage)
        }
        #expect(try await person.redeem(code).status == 200)
    }

    @Test(arguments: [
        "password", "client_credentials", "implicit", "urn:ietf:params:oauth:grant-type:device_code",
    ])
    func `A37 other grants are not there`(type: String) async throws {
        let house = try await House()
        let answer = try await house.post("/oauth/token", [("grant_type", type), ("client_id", "app1")])
        #expect(answer.status == 400)
        #expect(answer.error == "unsupported_grant_type")
    }

    @Test func `A41 a secret authenticates nobody, however it is sent`() async throws {
        let house = try await House()
        var person = Person(house)
        let code = try await person.code()
        #expect(try await person.redeem(code, ["client_secret": "shipped"]).error == "invalid_client")
        #expect(try await person.redeem(code, ["client_assertion": "a.b.c"]).error == "invalid_client")
        let basic = try await house.post(
            "/oauth/token", [("grant_type", "authorization_code"), ("code", code)],
            [(.authorization, "Basic YXBwMTpzZWNyZXQ=")])
        #expect(basic.status == 401 && basic.error == "invalid_client")
        #expect(basic["www-authenticate"] != nil)
        #expect(try await person.redeem(code, ["client_id": "nobody"]).status == 401)
        #expect(try await person.redeem(code).status == 200)
    }

    @Test(arguments: ["grant_type", "client_id", "code", "redirect_uri", "code_verifier"])
    func `H08 a parameter that is there twice is invalid_request, equal or not`(name: String) async throws {
        let house = try await House()
        var person = Person(house)
        let code = try await person.code()
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", person.redirectURI),
            ("client_id", "app1"), ("code_verifier", person.verifier),
        ]
        let twin = try #require(form.first { $0.0 == name })
        for extra in [twin, (name, "other")] {
            let answer = try await house.post("/oauth/token", form + [extra])
            #expect(answer.status == 400 && answer.error == "invalid_request")
        }
        #expect(try await house.post("/oauth/token?\(name)=x", form).error == "invalid_request")
        #expect(try await person.redeem(code).status == 200)
    }

    @Test func `an API named by resource is the audience of the access token`() async throws {
        var plan = try House.Plan()
        plan.apis = [
            ProtectedAPI(
                audience: "https://api.example.com", scope: try #require(Scope(parsing: "orders.read")))
        ]
        let house = try await House(plan)
        var person = Person(house)
        person.scope = "orders.read"
        let home = try await person.signIn(["resource": "https://api.example.com"])
        let tokens = try await person.redeem(try #require(home.sent["code"]))
        #expect(tokens.member("id_token") == nil)
        let part = try #require(tokens.member("access_token")).split(separator: ".")[1]
        let payload = String(decoding: try #require(Base64URL.decode(part)), as: UTF8.self)
        #expect(
            payload.contains(#""aud":"https:\/\/api.example.com""#)
                || payload.contains(#""aud":"https://api.example.com""#))
        #expect(try await person.userinfo(try #require(tokens.member("access_token"))).status != 200)
    }
}
