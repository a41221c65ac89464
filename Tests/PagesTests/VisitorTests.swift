import Testing

@testable import Pages

@Suite struct VisitorTests {
    private func language(_ visitor: Visitor) -> String {
        visitor.wording(among: [.english, .test("de"), .test("fr")]).language
    }

    @Test func `the language is the first that is wanted and there`() {
        #expect(language(Visitor(browser: .unknown, acceptLanguage: "nl, de-AT;q=0.9, fr;q=0.8")) == "de")
        #expect(language(Visitor(browser: .unknown, acceptLanguage: "FR")) == "fr")
        #expect(language(Visitor(browser: .unknown, acceptLanguage: "de", locales: ["fr-CA"])) == "fr")
    }

    @Test(arguments: [nil, "", ",,;;", "nl", "*", String(repeating: "x,", count: 10_000) + "de"])
    func `whoever wants another gets the first`(acceptLanguage: String?) {
        #expect(language(Visitor(browser: .unknown, acceptLanguage: acceptLanguage)) == "en")
    }
}

extension Wording {
    /// English under another name.
    fileprivate static func test(_ language: String) -> Wording {
        let english = Wording.english
        return Wording(
            language: language, direction: .leftToRight, recovery: english.recovery, openApp: english.openApp,
            hints: english.hints, errors: english.errors, choice: english.choice, notices: english.notices,
            signIn: english.signIn, common: english.common)
    }
}
