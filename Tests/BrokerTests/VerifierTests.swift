import Doubles
import Testing

struct VerifierTests {
    @Test func `A12 A13 CVE 27 a verifier that is missing, empty or of another form is refused`() async throws
    {
        let house = try await House()
        var person = Person(house)
        let code = try await person.code()
        for verifier in [
            nil, "", String(repeating: "v", count: 42), String(repeating: "v", count: 129),
            String(repeating: "ä", count: 43), String(repeating: "v", count: 42) + "=", person.challenge,
        ] {
            let answer = try await person.redeem(code, ["code_verifier": verifier])
            #expect(answer.status == 400)
            #expect(answer.error == "invalid_grant" || answer.error == "invalid_request")
        }
        #expect(try await person.redeem(code).status == 200)
    }

    @Test(arguments: [43, 128]) func `A13 the shortest and the longest verifier are taken`(length: Int)
        async throws
    {
        var person = Person(try await House())
        person.verifier = String("-._~aZ09".flatMap { String(repeating: $0, count: 16) }.prefix(length))
        #expect(try await person.redeem(try await person.code()).status == 200)
    }

    @Test func `H10 the fifth wrong verifier ends a code`() async throws {
        let house = try await House()
        var person = Person(house)
        let wrong = ["code_verifier": String(repeating: "w", count: 43)]
        let patient = try await person.code()
        for _ in 0..<4 { #expect(try await person.redeem(patient, wrong).error == "invalid_grant") }
        #expect(try await person.redeem(patient).status == 200)
        let burned = try await person.code()
        for _ in 0..<5 { #expect(try await person.redeem(burned, wrong).error == "invalid_grant") }
        #expect(try await person.redeem(burned).error == "invalid_grant")
    }

    @Test func `A14 the code of one sign-in with the verifier of another is refused`() async throws {
        let house = try await House()
        var one = Person(house)
        var two = Person(house)
        two.verifier = String(repeating: "two-", count: 12)
        let (first, second) = (try await one.code(), try await two.code())
        for _ in 0..<5 { #expect(try await two.redeem(first).error == "invalid_grant") }
        #expect(try await one.redeem(first).error == "invalid_grant")
        #expect(try await two.redeem(second).status == 200)
    }
}
