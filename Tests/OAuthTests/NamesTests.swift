import OAuth
import Testing

struct NamesTests {
    @Test func `names are printable ASCII of a bounded length`() {
        for wrong in ["", "a\n", "é", "a\u{0}", String(repeating: "a", count: 256)] {
            #expect(ClientID(wrong) == nil)
            #expect(Subject(wrong) == nil)
            #expect(Issuer(wrong) == nil)
        }
        #expect(ClientID("com.example.mobile")?.text == "com.example.mobile")
        #expect(Subject(random: SeededRandom(seed: 1)).text.utf8.count == 22)
    }

    @Test func `a provider's name fits a path`() {
        for wrong in ["", "A", "a/b", "..", "a b", "a%20", String(repeating: "a", count: 65)] {
            #expect(ProviderID(wrong) == nil)
        }
        #expect(ProviderID("entra-1_x")?.text == "entra-1_x")
    }

    @Test func `a scope is tokens once each with one space between them`() throws {
        let scope = try #require(Scope(parsing: "b a b"))
        #expect(scope.text == "b a")
        let wide = try #require(Scope(parsing: "a b c"))
        #expect(scope.isSubset(of: wide) && !wide.isSubset(of: scope))
        #expect(wide.narrowed(to: scope).text == "a b")
        #expect(wide.without("b").text == "a c")
        #expect(Scope(parsing: "") == .empty)
        for wrong in [" ", "a ", " a", "a  b", "a\"", "a\\", "é", "a\tb"] {
            #expect(Scope(parsing: wrong) == nil)
        }
    }

    @Test func `a challenge is answered by its verifier alone`() throws {
        let challenge = try #require(CodeChallenge(Samples.challenge))
        #expect(challenge.text == Samples.challenge)
        #expect(challenge.isAnswered(by: try Samples.proof()))
        #expect(!challenge.isAnswered(by: try Samples.proof(Rows.wrongVerifier)))
        #expect(try Samples.proof().challenge == challenge)
        #expect(CodeChallenge(bytes: challenge.bytes) == challenge)
        #expect(CodeChallenge(bytes: [1]) == nil)
    }
}
