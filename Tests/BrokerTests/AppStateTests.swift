import Codec
import Doubles
import Store
import Testing

struct AppStateTests {
    @Test(arguments: [
        ("a%2Bb%2Fc%3D%3D", "a+b/c=="), ("a+b", "a b"),
        (
            "%7B%22r%22%3A%22%2Fhome%3Fx%3D1%26y%3D2%22%2C%22n%22%3A%22Zo%C3%AB%22%7D",
            #"{"r":"/home?x=1&y=2","n":"Zoë"}"#
        ),
    ])
    func `H06 state comes back the same for both kinds of decoders`(wire: String, meant: String) async throws
    {
        var person = Person(try await House())
        let leaving = try await person.load(
            "/oauth/authorize?" + Form.encode(person.request(["state": nil])) + "&state=" + wire)
        let home = try await person.load(
            try person.provider.signIn(at: try #require(leaving.location)))
        #expect(home.sent["state"] == meant)
        #expect(home.location?.contains("+") == false)
    }

    @Test(arguments: [512, 2048]) func `H07 a long state works end to end`(length: Int) async throws {
        let house = try await House()
        var person = Person(house)
        person.state = String(repeating: "+", count: length)
        let before = house.ledger.writes
        let home = try await person.signIn()
        #expect(home.sent["state"] == person.state)
        #expect(house.ledger.writes > before + 1)
        #expect(person.jar.cookies.allSatisfy { $0.value.utf8.count < 1024 })
        let tokens = try await person.redeem(try #require(home.sent["code"]))
        #expect(tokens.status == 200)
        let handle = try await Person(house).again(home)
        #expect(handle != nil)
    }

    @Test func `H07 a state beyond 2,048 bytes is refused and not sent back`() async throws {
        var person = Person(try await House())
        let answer = try await person.authorize(["state": String(repeating: "s", count: 2049)])
        #expect(answer.sent["error"] == "invalid_request")
        #expect(answer.sent["state"] == nil)
    }

    @Test func `H07 what cannot be spilled is 503 and can be asked again`() async throws {
        let ledger = TroubledLedger()
        let house = try await House(ledger: ledger)
        var person = Person(house)
        person.state = String(repeating: "+", count: 2048)
        ledger.trouble(.isDown)
        let refused = try await person.authorize()
        #expect(refused.status == 503)
        #expect(refused["retry-after"] != nil)
        #expect(person.jar.cookies.isEmpty)
        ledger.trouble(.none)
        #expect(try await person.signIn().sent["code"] != nil)
    }

    @Test func `H07 a flood of long states shuts nobody out: where the store takes no more, the cookie does`()
        async throws
    {
        let house = try await House(ledger: MemoryLedger(spilledRows: 3))
        for _ in 0..<5 {
            var flood = Person(house)
            flood.state = String(repeating: "f", count: 2048)
            #expect(try await flood.authorize().status == 303)
        }
        var person = Person(house)
        person.state = String(repeating: "+", count: 2048)
        #expect(try await person.signIn().sent["state"] == person.state)
        #expect((person.jar.field ?? "").utf8.count <= 4_096)
    }
}
