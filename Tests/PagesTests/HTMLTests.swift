import Testing

@testable import Pages

@Suite struct HTMLTests {
    private func shown(_ text: String) -> String { plain("\(text: text)") }
    private func plain(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }

    @Test func `A52 the five characters with a meaning become references`() {
        #expect(shown("<a href=\"x\" id='y'>&") == "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;")
        #expect(plain("\(attribute: "\"'<>&")") == "&quot;&#39;&lt;&gt;&amp;")
    }

    @Test func `A52 characters that hide or turn the text are replaced`() {
        let hidden =
            Array(0x00...0x1F).filter { $0 != 9 && $0 != 10 } + [0x7F] + Array(0x80...0x9F)
            + [0x061C, 0x200E, 0x200F, 0x2028, 0x2029] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        for value in hidden {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            #expect(shown("a\(Character(scalar))b") == "a\u{FFFD}b", "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: ["Zoë", "日本語", "שלום", "👩‍👩‍👧", "a\tb\nc", "£ © é – … ’ ₂ ⁠x", ""])
    func `honest text comes through as it is`(text: String) {
        #expect(shown(text) == text)
    }

    @Test func `pieces of markup go in as they are, and nothing where there is nothing`() {
        let piece: HTML = "<b>\(text: "<")</b>"
        let none: HTML? = nil
        #expect(
            plain("<p>\(piece)\(none)\([piece, piece])</p>") == "<p><b>&lt;</b><b>&lt;</b><b>&lt;</b></p>")
    }

    @Test func `an address is escaped where it stands`() {
        let link = Link(path: "/a?b=1&c='2'") ?? .here
        #expect(plain("<a href=\"\(url: link)\">") == "<a href=\"/a?b=1&amp;c=&#39;2&#39;\">")
    }
}
