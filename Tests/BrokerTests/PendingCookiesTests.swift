import Doubles
import HTTP
import Store
import Testing

struct PendingCookiesTests {
    @Test
    func
        `A25 the cookie is for this host alone, over TLS, out of reach of scripts and of cross-site requests`()
        async throws
    {
        var person = Person(try await House())
        let answer = try await person.authorize()
        let line = try #require(answer.all("set-cookie").first)
        #expect(line.hasPrefix("__Host-homing-tx-"))
        for part in ["; Path=/", "; Secure", "; HttpOnly", "; SameSite=Lax", "; Max-Age=600"] {
            #expect(line.contains(part), "\(part)")
        }
        #expect(!line.contains("Domain"))
    }

    @Test func `at most five are kept, the oldest goes first, and the five still work`() async throws {
        let house = try await House()
        var person = Person(house)
        var returns: [String] = []
        for index in 0..<8 {
            person.state = "s-\(index)"
            returns.append(try await person.begin())
            house.clock.pass(milliseconds: 5)
            #expect(person.jar.cookies.count <= 5)
        }
        for (index, back) in returns.enumerated() {
            let answer = try await person.load(back)
            #expect((answer.sent["code"] != nil) == (index >= 3), "\(index)")
        }
    }

    @Test(arguments: [1, 200, 300, 400, 500, 900, 2048])
    func `H07 however long the states, all cookies together stay below four kilobytes`(length: Int)
        async throws
    {
        let house = try await House()
        var person = Person(house)
        for index in 0..<12 {
            person.state = String(repeating: "s", count: length)
            person.nonce = "n-\(index)"
            let answer = try await person.authorize()
            #expect(answer.status == 303)
            house.clock.pass(milliseconds: 5)
            #expect((person.jar.field ?? "").utf8.count <= 4_096)
            #expect(person.jar.cookies.count <= 5)
        }
        #expect(person.jar.cookies.count >= 3)
        #expect(try await person.signIn().sent["code"] != nil)
    }

    @Test func `a cookie that was changed, or is another sign-in's, opens nothing`() async throws {
        let house = try await House()
        var person = Person(house)
        let back = try await person.begin()
        let own = try #require(person.jar.cookies.first)
        var other = Person(house)
        _ = try await other.begin()
        let foreign = try #require(other.jar.cookies.first)
        for value in [foreign.value, String(own.value.dropLast()), own.value + "A", "", "AAAA"] {
            var changed = person
            changed.jar = Jar()
            changed.jar.add(own.name, value)
            #expect(try await changed.load(back).isPage)
        }
    }

    @Test func `cookies of others are left alone and do not count`() async throws {
        var person = Person(try await House())
        for index in 0..<30 { person.jar.add("theirs-\(index)", "x") }
        let answer = try await person.authorize()
        #expect(answer.all("set-cookie").count == 1)
    }
}
