/// A sentence of a language with blanks in braces: `{app}`, `{browser}`, `{minutes}`, `{seconds}`.
package struct Phrase: Sendable, Equatable, ExpressibleByStringLiteral {
    enum Piece: Sendable, Equatable {
        case words(String)
        case blank(Blank)
    }
    enum Blank: String, Sendable, CaseIterable { case app, browser, minutes, seconds }

    let pieces: [Piece]

    package init(stringLiteral text: String) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            guard let blank = Blank(rawValue: String(rest[rest.index(after: open)..<close])) else { break }
            if open > rest.startIndex { pieces.append(.words(String(rest[..<open]))) }
            pieces.append(.blank(blank))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.words(String(rest))) }
        self.pieces = pieces
    }

    /// The sentence with its blanks filled.
    func filled(app: String = "", browser: String = "", number: Int = 0) -> String {
        var out = ""
        for piece in pieces {
            switch piece {
            case .words(let words): out += words
            case .blank(.app): out += app
            case .blank(.browser): out += browser
            case .blank(.minutes), .blank(.seconds): out += String(number)
            }
        }
        return out
    }
}
