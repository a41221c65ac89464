import Doubles
import HTTP
import OAuth
import Testing

struct BrowsersTests {
    private func house() async throws -> House {
        var plan = try House.Plan()
        plan.clients[0].allowedOrigins = ["capacitor://localhost"]
        return try await House(plan)
    }

    @Test func `a browser that no client listed may not resume, and one listed may read the answer`()
        async throws
    {
        let house = try await house()
        var person = Person(house)
        let handle = try await person.handle()
        let form = [("handle", handle), ("client_id", "app1"), ("code_verifier", person.verifier)]
        for fields: [(FieldName, String)] in [
            [(.origin, "https://evil.example")], [(.origin, "null")], [(.secFetchSite, "none")],
            [(.origin, "capacitor://localhost"), (.origin, "https://evil.example")],
            [(.origin, "CAPACITOR://localhost")], [(.secFetchMode, "cors")],
        ] {
            let answer = try await house.post("/mobile/resume", form, fields)
            #expect(answer.status == 403)
            #expect(answer["access-control-allow-origin"] == nil)
        }
        let allowed = try await house.post(
            "/mobile/resume", form, [(.origin, "capacitor://localhost"), (.secFetchMode, "cors")])
        #expect(allowed.status == 200)
        #expect(allowed["access-control-allow-origin"] == "capacitor://localhost")
        #expect(allowed["access-control-allow-credentials"] == nil)
        #expect(allowed["vary"] == "Origin")
    }

    @Test(arguments: ["/mobile/resume", "/oauth/token"])
    func `a preflight is answered for a listed origin alone`(path: String) async throws {
        let house = try await house()
        let listed = try await house.send(.options, path, [(.origin, "capacitor://localhost")])
        #expect(listed.status == 204)
        #expect(listed["access-control-allow-methods"] == "POST")
        let other = try await house.send(.options, path, [(.origin, "https://evil.example")])
        #expect(other.status == 405)
        #expect(other["access-control-allow-origin"] == nil)
    }

    @Test func `errors of the token endpoint can be read by a listed origin, and nothing else is opened`()
        async throws
    {
        let house = try await house()
        let origin = [(FieldName.origin, "capacitor://localhost")]
        let error = try await house.post("/oauth/token", [("grant_type", "x")], origin)
        #expect(error["access-control-allow-origin"] == "capacitor://localhost")
        #expect(try await house.send(.get, "/oauth/userinfo", origin)["access-control-allow-origin"] == nil)
        #expect(try await house.send(.options, "/oauth/authorize", origin).status == 405)
    }
}
