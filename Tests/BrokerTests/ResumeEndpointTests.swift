import Codec
import Doubles
import HTTP
import Journal
import OAuth
import Store
import Testing

struct ResumeEndpointTests {
    let wrong = String(repeating: "w", count: 43)

    @Test func `a handle and the verifier give the authorization response itself`() async throws {
        let house = try await House()
        var person = Person(house)
        let home = try await person.signIn()
        let handle = try await person.handle(at: try #require(home.location))
        let answer = try await person.resume(handle)
        #expect(answer.status == 200)
        #expect(answer["cache-control"] == "no-store")
        #expect(answer["content-type"] == "application/json")
        #expect(answer.member("callback_uri") == home.location)
        #expect(answer.member("expires_in") == "60")
        #expect(try await person.redeem(try #require(answer.resumedCode)).status == 200)
    }

    @Test func `the body may be JSON`() async throws {
        let house = try await House()
        var person = Person(house)
        let handle = try await person.handle()
        func ask(_ json: String, at path: String = "/mobile/resume") async throws -> Answer {
            try await house.send(
                .post, path, [(.contentType, "application/json")], body: Array(json.utf8))
        }
        let good = #"{"handle":"\#(handle)","client_id":"app1","code_verifier":"\#(person.verifier)"}"#
        #expect(try await ask(#"{"handle":"a","handle":"b"}"#).error == "invalid_request")
        #expect(try await ask("[]").error == "invalid_request")
        #expect(try await ask(good, at: "/mobile/resume?handle=\(handle)").error == "invalid_request")
        #expect(try await ask(good).status == 200)
    }

    @Test func `A18 T13 unknown, malformed and foreign things are one and the same answer`() async throws {
        let house = try await House()
        var person = Person(house)
        let home = try await person.signIn()
        let code = try #require(home.sent["code"])
        let handle = try await person.handle(at: try #require(home.location))
        var other = Person(house)
        let tokens = try await other.redeem(try await other.code())
        let id = try #require(house.identifiers.parseHandle(handle)?.id)
        let nothing = TransactionID(at: house.clock.now, random: SeededRandom(seed: 99))
        let first = try await person.resume("x")
        #expect(first.status == 400 && first.error == "invalid_grant")
        for foreign in [
            code, try #require(tokens.member("refresh_token")), try #require(tokens.member("access_token")),
            house.identifiers.upstreamState(for: id), person.state, String(handle.dropLast()), handle + "A",
            house.identifiers.handle(for: nothing, generation: 1),
            house.identifiers.handle(for: id, generation: 0),
            house.identifiers.handle(for: id, generation: 4),
        ] {
            let answer = try await person.resume(foreign)
            #expect(answer.status == first.status && answer.body == first.body, "\(foreign)")
        }
        #expect(try await person.resume(handle, ["client_id": "nobody"]).body == first.body)
        #expect(try await person.resume(handle).status == 200)
        #expect(try await person.resume(handle).body == first.body)
    }

    @Test
    func `T1 T4 a handle alone, or on another device, is refused and not consumed, up to the fifth time`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let handle = try await person.handle()
        for _ in 0..<4 {
            #expect(try await person.resume(handle, ["code_verifier": wrong]).error == "invalid_grant")
        }
        #expect(try await person.resume(handle).status == 200)
        var burned = Person(house)
        let second = try await burned.handle()
        for _ in 0..<5 { _ = try await burned.resume(second, ["code_verifier": wrong]) }
        #expect(try await burned.resume(second).error == "invalid_grant")
    }

    @Test func `T7 another client's attempt leaves the handle as it is and is told in the journal`()
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let handle = try await person.handle()
        for _ in 0..<9 {
            #expect(try await person.resume(handle, ["client_id": "app2"]).error == "invalid_grant")
        }
        #expect(house.sink.lines.contains { $0.contains("\"resume\"") && $0.contains("\"app2\"") })
        #expect(try await person.resume(handle).status == 200)
    }

    @Test func `T14 the handle of one sign-in with the verifier of another is refused`() async throws {
        let house = try await House()
        var one = Person(house)
        var two = Person(house)
        two.verifier = String(repeating: "two-", count: 12)
        let (first, second) = (try await one.handle(), try await two.handle())
        #expect(try await one.resume(second).error == "invalid_grant")
        #expect(try await two.resume(first).error == "invalid_grant")
        #expect(try await two.resume(second).status == 200)
    }

    @Test func `D4 T5 T6 of 64 redemptions at once exactly one gets the answer`() async throws {
        let house = try await House()
        for _ in 0..<10 {
            var person = Person(house)
            let handle = try await person.handle()
            let frozen = person
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<64 { group.addTask { try await frozen.resume(handle).status } }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(statuses == [200: 1, 400: 63])
        }
    }

    @Test func `T5 a later handle ends those before it`() async throws {
        let house = try await House()
        var person = Person(house)
        let first = try await person.handle()
        let id = try #require(house.identifiers.parseHandle(first)?.id)
        #expect(try await person.resume(house.identifiers.handle(for: id, generation: 2)).status == 200)
        #expect(try await person.resume(first).error == "invalid_grant")
    }

    @Test func `redeeming the code ends every handle`() async throws {
        let house = try await House()
        var person = Person(house)
        let home = try await person.signIn()
        let handle = try await person.handle(at: try #require(home.location))
        #expect(try await person.redeem(try #require(home.sent["code"])).status == 200)
        #expect(try await person.resume(handle).error == "invalid_grant")
    }

    @Test(arguments: ["handle", "client_id", "code_verifier"])
    func `a parameter that is missing or there twice is invalid_request, and costs nothing`(name: String)
        async throws
    {
        let house = try await House()
        var person = Person(house)
        let handle = try await person.handle()
        #expect(try await person.resume(handle, [name: nil]).error == "invalid_request")
        #expect(try await person.resume(handle, [name: ""]).error == "invalid_request")
        let form = [
            ("handle", handle), ("client_id", "app1"), ("code_verifier", person.verifier), (name, "x"),
        ]
        let twice = try await house.post("/mobile/resume", form)
        #expect(twice.status == 400 && twice.error == "invalid_request")
        #expect(try await person.resume(handle).status == 200)
    }

    @Test func `parameters in the query and other content types are invalid_request`() async throws {
        let house = try await House()
        var person = Person(house)
        let handle = try await person.handle()
        let form = [("handle", handle), ("client_id", "app1"), ("code_verifier", person.verifier)]
        #expect(try await house.post("/mobile/resume?x=1", form).error == "invalid_request")
        let text = try await house.send(
            .post, "/mobile/resume", [(.contentType, "text/plain")], body: Array(Form.encode(form).utf8))
        #expect(text.error == "invalid_request")
        #expect(try await person.resume(handle).status == 200)
    }

    @Test(arguments: [Method.get, .head, .put, .delete, .options, .patch])
    func `T22 another method is 405 with Allow and changes nothing`(method: Method) async throws {
        let house = try await House()
        var person = Person(house)
        let handle = try await person.handle()
        let before = house.ledger.writes
        let answer = try await house.send(method, "/mobile/resume?handle=\(handle)")
        #expect(answer.status == 405)
        #expect(answer["allow"] == "POST")
        #expect(house.ledger.writes == before)
    }

    @Test func `T9 a redemption that came in time is done however slow the store is`() async throws {
        let ledger = TroubledLedger()
        let house = try await House(ledger: ledger)
        var person = Person(house)
        let start = house.clock.now
        let handle = try await person.handle()
        house.clock.turn(to: 300, after: start, short: 100)
        ledger.trouble(.waits { house.clock.pass(seconds: 1) })
        let answer = try await person.resume(handle)
        #expect(answer.status == 200)
        ledger.trouble(.none)
        #expect(try await person.redeem(try #require(answer.resumedCode)).status == 200)
        #expect(try await person.resume(handle).error == "invalid_grant")
    }
}
