import Doubles
import FoundationEssentials
import HTTP
import Journal
import Testing

struct TraceTests {
    @Test(arguments: [JournalFormat.json, .text])
    func `D16 T11 whatever is done, no secret and no address of a person stands in journal or metrics`(
        format: JournalFormat
    ) async throws {
        var plan = try House.Plan()
        plan.logFormat = format
        let house = try await House(plan)
        var person = Person(house)
        let secrets = try await everything(house, &person)
        let journal = house.sink.text
        let metrics = String(decoding: house.metrics.document(loops: []), as: UTF8.self)
        #expect(house.sink.lines.count > 20)
        #expect(metrics.contains("phase=\"token\",outcome=\"redeemed\""))
        for (name, secret) in secrets {
            #expect(!journal.contains(secret) && !metrics.contains(secret), "\(name)")
        }
    }

    @Test func `every dynamic request leaves one line with the keys of the contract`() async throws {
        var plan = try House.Plan()
        plan.peer = try #require(ClientAddress("192.0.2.77"))
        plan.logLevel = .info
        let house = try await House(plan)
        var person = Person(house)
        _ = try await person.redeem(try await person.code())
        _ = try await house.send(.get, "/nowhere/at-all?code=code-marker")
        _ = try await house.send(.delete, "/oauth/token")
        _ = try await house.send(.get, "https://evil.example/oauth/authorize")
        _ = try await house.send(.get, "/oauth/jwks.json")
        let lines = try house.sink.lines.map {
            try JSONDecoder().decode([String: Loose].self, from: Data($0.utf8))
        }.filter { $0["request_id"] != nil }
        #expect(lines.count == 6)
        for line in lines {
            for key in [
                "ts", "level", "msg", "request_id", "duration_ms", "method", "route", "status", "address",
            ] {
                #expect(line[key] != nil, "\(key)")
            }
            #expect(line["address"]?.text == "192.0.2.77")
        }
        for line in lines[..<3] {
            for key in ["transaction", "client", "phase", "outcome"] { #expect(line[key] != nil, "\(key)") }
        }
        #expect(
            lines.map { $0["route"]?.text } == [
                "/oauth/authorize", "/oauth/provider/{id}/callback", "/oauth/token", "none", "/oauth/token",
                "none",
            ])
        #expect(Set(lines.compactMap { $0["request_id"]?.text }).count == 6)
    }

    @Test func `D16 each record is one line of JSON with the keys of the contract`() async throws {
        let house = try await House()
        var person = Person(house)
        _ = try await everything(house, &person)
        for nasty in ["a\nb", "\u{2028}{\"level\":\"error\"}", "\r\n\r\n", "\u{202E}x"] {
            _ = try await person.authorize(["client_id": nasty, "state": nasty])
            let leaving = try #require(try await person.authorize().location)
            _ = try await person.load(try person.provider.refuse(nasty, at: leaving))
        }
        for line in house.sink.lines {
            #expect(line.hasSuffix("\n") && line.count { $0.isNewline } == 1)
            let read = try JSONDecoder().decode([String: Loose].self, from: Data(line.utf8))
            for key in ["ts", "level", "msg"] { #expect(read[key] != nil) }
        }
    }

    @Test func `one sign-in is one transaction from its beginning to its tokens, and no id of the store`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let code = try await person.code()
        _ = try await person.redeem(code)
        let names = try house.sink.lines.compactMap { line in
            try JSONDecoder().decode([String: Loose].self, from: Data(line.utf8))["transaction"]?.text
        }
        #expect(names.count == 3)
        #expect(Set(names).count == 1)
        #expect(names.first?.utf8.count == 12)
    }

    @Test func `an error page names the request as the journal does`() async throws {
        let house = try await House()
        var person = Person(house)
        let page = try await person.authorize(["client_id": "nobody"])
        let line = try #require(house.sink.lines.last)
        let id = try #require(
            try JSONDecoder().decode([String: Loose].self, from: Data(line.utf8))["request_id"]?.text)
        #expect(page.text.contains(id))
    }

    /// A bit of all that can happen; what must not be told of it.
    private func everything(_ house: House, _ person: inout Person) async throws -> [(String, String)] {
        let home = try await person.signIn()
        let location = try #require(home.location)
        let handle = try await person.handle(at: location)
        let wrong = String(repeating: "wrong-verifier-", count: 4)
        _ = try await person.resume(handle, ["code_verifier": wrong])
        let resumed = try await person.resume(handle)
        let code = try #require(resumed.resumedCode)
        _ = try await person.redeem(code, ["code_verifier": wrong])
        let tokens = try await person.redeem(code)
        let access = try #require(tokens.member("access_token"))
        let refresh = try #require(tokens.member("refresh_token"))
        _ = try await person.userinfo(access)
        let next = try await person.refresh(refresh)
        _ = try await person.refresh(refresh, ["scope": "orders.read"])
        house.clock.pass(seconds: 5)
        _ = try await person.redeem(code)
        _ = try await person.load(House.link + "/mobile/open-app?t=" + handle)
        _ = try await person.load("/mobile/complete?t=" + handle + "&t=" + handle)
        _ = try await person.authorize(["scope": "wider"])
        _ = try await person.authorize(["client_id": "nobody"])
        let leaving = try #require(try await person.authorize().location)
        _ = try await person.load(try person.provider.refuse("access_denied", at: leaving))
        house.provider.behave { $0.tokenAnswer = (400, "application/json", #"{"error":"code-marker-x"}"#) }
        _ = try await person.signIn()
        house.provider.behave { $0.tokenAnswer = nil }
        let cookie = try #require(person.jar.cookies.last?.value)
        return [
            ("code", code), ("handle", handle), ("state", "state-marker"), ("nonce", "nonce-marker"),
            ("verifier", "verifier-marker"), ("wrong verifier", wrong), ("access token", access),
            ("refresh token", refresh), ("next", try #require(next.member("refresh_token"))),
            ("ID token", try #require(tokens.member("id_token"))), ("e-mail", "marker.person"),
            ("name", "Marker Person"), ("provider's code", "code-marker"),
            ("provider's secret", "provider-secret-marker"), ("cookie", cookie),
            ("challenge", person.challenge),
            ("upstream state", try #require(ProviderCallbackEndpointTests.parameter("state", of: leaving))),
        ]
    }
}
