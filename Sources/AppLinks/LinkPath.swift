/// A path that apps open, taken literally: the association files know wildcards, and a callback must not have any.
package struct LinkPath: Sendable, Hashable, Comparable {
    package let text: String

    /// Nil where the text is not a plain absolute path (RFC 3986 §3.3) or holds `*`, which iOS reads as a wildcard.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count > 1 else { return nil }
        let allowed = bytes.allSatisfy { byte in
            (48...57).contains(byte) || ((65...90).contains(byte & 0xDF) && byte < 128)
                || Self.marks.contains(byte)
        }
        guard allowed, !text.contains("//"), !text.contains("/./"), !text.contains("/../") else { return nil }
        self.text = text
    }

    package static func < (one: Self, other: Self) -> Bool { one.text < other.text }

    private static let marks = Array("/-._~%!$&'()+,;=:@".utf8)
}
