/// A text that came from outside. It is cut at 256 bytes, and nothing in it can begin a line, end a value or turn
/// the writing direction of whoever reads the journal.
package struct Untrusted: Sendable, Equatable {
    /// Bytes of UTF-8 that are kept at most, before escaping.
    package static let limit = 256

    /// Cut, not yet escaped: escaping is the writer's, for each format its own.
    let text: String

    package init(_ text: String) {
        guard text.utf8.count > Self.limit else {
            self.text = text
            return
        }
        // Cut between two scalars: cut inside one, the rest would be no text.
        var end = text.utf8.index(text.startIndex, offsetBy: Self.limit)
        while end > text.startIndex, String.Index(end, within: text.unicodeScalars) == nil {
            end = text.utf8.index(before: end)
        }
        self.text = String(text[..<end]) + "…"
    }
}
