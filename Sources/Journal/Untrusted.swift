/// A text that came from outside. It is cut at 256 bytes or at a limit given, and nothing in it can begin a line, end a value or turn
/// the writing direction of whoever reads the journal.
package struct Untrusted: Sendable, Equatable {
    /// Bytes of UTF-8 that are kept at most, before escaping.
    package static let limit = 256

    /// Cut, not yet escaped: escaping is the writer's, for each format its own.
    let text: String

    /// - Parameter limit: more than the usual for an operator's own words, whose end is the mend.
    package init(_ text: String, limit: Int = Self.limit) {
        guard text.utf8.count > limit else {
            self.text = text
            return
        }
        // Cut between two scalars: cut inside one, the rest would be no text.
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while end > text.startIndex, String.Index(end, within: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        self.text = String(text[..<end]) + "…"
    }
}
