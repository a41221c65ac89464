import Testing

@testable import Pages

@Suite struct PhraseTests {
    @Test func `blanks are filled, other braces stay`() {
        let phrase: Phrase = "{app} in {browser}: {minutes} {x} {"
        #expect(phrase.filled(app: "A", browser: "B", number: 3) == "A in B: 3 {x} {")
    }

    @Test func `what fills a blank is not read for blanks`() {
        let phrase: Phrase = "Open {app}"
        #expect(phrase.filled(app: "{browser}", browser: "B") == "Open {browser}")
    }
}
