import Testing

@testable import Pages

@Suite struct StyleSheetTests {
    private let sheet = String(decoding: Asset.styleSheet.bytes, as: UTF8.self)

    @Test func `the style sheet is small`() {
        #expect(sheet.utf8.count <= 5_000)
    }

    @Test(arguments: ["url(", "@import", "http", "//", "</", "expression"])
    func `A28 the style sheet loads nothing`(word: String) {
        #expect(!sheet.contains(word))
    }

    @Test(arguments: [
        "prefers-color-scheme:dark", "prefers-reduced-motion", "forced-colors", ":focus-visible",
    ])
    func `the style sheet answers what a person has set`(word: String) {
        #expect(sheet.contains(word))
    }

    /// Name of a colour to its value, in the order light, dark.
    private func colours() -> [[String: Accent]] {
        sheet.split(separator: "--paper:").dropFirst().map { part in
            let body = "--paper:" + part.prefix { $0 != "}" }
            let pairs = body.split(separator: ";").compactMap { pair -> (String, Accent)? in
                let sides = pair.split(separator: ":")
                guard sides.count == 2, let colour = Accent(String(sides[1])) else { return nil }
                return (sides[0].filter { $0 != "-" }, colour)
            }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    @Test(arguments: [
        ("ink", "paper"), ("soft", "paper"), ("ink", "lift"), ("soft", "lift"), ("on", "accent"),
    ]) func `text can be read on its ground by day and by night`(text: String, ground: String) throws {
        let schemes = colours()
        #expect(schemes.count == 2)
        for scheme in schemes {
            let contrast = try #require(scheme[text]).contrast(to: #require(scheme[ground]))
            #expect(contrast >= 4.5, "\(text) on \(ground)")
        }
    }
}
