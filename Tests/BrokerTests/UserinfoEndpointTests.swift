import Doubles
import HTTP
import Store
import Testing

struct UserinfoEndpointTests {
    private func token(_ house: House, scope: String = "openid profile email") async throws -> String {
        var person = Person(house)
        person.scope = scope
        return try #require(try await person.redeem(try await person.code()).member("access_token"))
    }

    @Test func `the claims are those of the scope`() async throws {
        let house = try await House()
        let full = try await Person(house).userinfo(try await token(house))
        #expect(full.member("email") == "marker.person@example.com")
        #expect(full.member("email_verified") == "true")
        #expect(full.member("name") == "Marker Person")
        #expect(full["cache-control"] == "no-store")
        let least = try await Person(house).userinfo(try await token(house, scope: "openid"))
        #expect(Array(least.members.keys) == ["sub"])
    }

    @Test func `a POST with the token in its header is as good`() async throws {
        let house = try await House()
        let field = (FieldName.authorization, "bEARER " + (try await token(house)))
        #expect(try await house.send(.post, "/oauth/userinfo", [field]).status == 200)
    }

    @Test func `A39 a token in the query or in the body is refused`() async throws {
        let house = try await House()
        let token = try await token(house)
        let query = try await house.send(.get, "/oauth/userinfo?access_token=\(token)")
        #expect(query.status == 400)
        let both = try await house.send(
            .get, "/oauth/userinfo?access_token=\(token)", [(.authorization, "Bearer " + token)])
        #expect(both.status == 400)
        #expect(try await house.post("/oauth/userinfo", [("access_token", token)]).status == 401)
    }

    @Test func `what is no token of ours is 401 with a challenge`() async throws {
        let house = try await House()
        let other = try await House()
        let good = try await token(house)
        let bare = try await house.send(.get, "/oauth/userinfo")
        #expect(bare.status == 401 && bare["www-authenticate"] == "Bearer")
        for wrong in [
            String(good.dropLast(4)) + "AAAA", try await token(other), "x", "a.b.c",
            String(repeating: ".", count: 5_000),
        ] {
            let answer = try await Person(house).userinfo(wrong)
            #expect(answer.status == 401)
            #expect(answer["www-authenticate"]?.contains("invalid_token") == true)
        }
        let twice = try await house.send(
            .get, "/oauth/userinfo",
            [(.authorization, "Bearer " + good), (.authorization, "Bearer " + good)])
        #expect(twice.status == 400)
    }

    @Test func `D17 an access token lives to the second`() async throws {
        let house = try await House()
        let start = house.clock.now
        let token = try await token(house)
        house.clock.turn(to: 299, after: start)
        #expect(try await Person(house).userinfo(token).status == 200)
        house.clock.turn(to: 300, after: start)
        #expect(try await Person(house).userinfo(token).status == 401)
    }

    @Test func `an ID token is no access token`() async throws {
        let house = try await House()
        var person = Person(house)
        let tokens = try await person.redeem(try await person.code())
        #expect(try await person.userinfo(try #require(tokens.member("id_token"))).status == 401)
    }
}
