/// Scope tokens (RFC 6749 section 3.3), each once, in the order in which they were first named.
package struct Scope: Sendable, Hashable {
    package let tokens: [String]

    package static let empty = Scope(unchecked: [])

    /// Nil unless `text` is tokens of printable ASCII without `"` and `\`, one space between them.
    /// The empty text is the empty scope.
    package init?(parsing text: String) {
        guard !text.isEmpty else {
            self = .empty
            return
        }
        var text = text
        guard let tokens = text.withUTF8({ Self.tokens(in: $0) }) else { return nil }
        self.tokens = tokens
    }

    private static func tokens(in text: UnsafeBufferPointer<UInt8>) -> [String]? {
        var tokens: [String] = []
        tokens.reserveCapacity(4)
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: " ") {
            guard start < index, text[start..<index].allSatisfy(isTokenByte) else { return nil }
            let token = String(
                decoding: UnsafeBufferPointer(rebasing: text[start..<index]), as: UTF8.self)
            if !tokens.contains(token) { tokens.append(token) }
            start = index + 1
        }
        return tokens
    }

    private init(unchecked tokens: [String]) { self.tokens = tokens }

    /// The tokens with a space between them, as they go over the wire.
    package var text: String { tokens.joined(separator: " ") }

    package var isEmpty: Bool { tokens.isEmpty }

    package func contains(_ token: String) -> Bool { tokens.contains(token) }

    package func isSubset(of other: Scope) -> Bool { tokens.allSatisfy(other.contains) }

    /// What of this scope is in `other` too, in this one's order.
    package func narrowed(to other: Scope) -> Scope { Scope(unchecked: tokens.filter(other.contains)) }

    package func without(_ token: String) -> Scope { Scope(unchecked: tokens.filter { $0 != token }) }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}

extension Scope {
    package static let openID = "openid"
    package static let profile = "profile"
    package static let email = "email"
    package static let offlineAccess = "offline_access"
}
