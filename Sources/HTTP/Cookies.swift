/// The cookies that a request brings (RFC 6265 section 4.2).
///
/// A name that stands twice is refused, not merged: whoever may set cookies for the parent domain could else
/// toss one in (A25). What is no legal pair is left out.
package struct Cookies: Sendable {
    private let pairs: [(name: String, value: String)]

    /// Reads every Cookie field; with more than 200 pairs there are no cookies at all.
    package init(_ fields: Fields) {
        var pairs: [(name: String, value: String)] = []
        fields.eachValue(.cookie) { value in
            for piece in value.split(separator: Octet.semicolon) {
                if let pair = Self.pair(Octet.trimmed(UnsafeBufferPointer(rebasing: piece))) {
                    pairs.append(pair)
                }
            }
        }
        self.pairs = pairs.count <= 200 ? pairs : []
    }

    /// The value of the one cookie of this name; nil when there is none or more than one.
    package subscript(_ name: String) -> String? {
        var found: String?
        for pair in pairs where pair.name == name {
            guard found == nil else { return nil }
            found = pair.value
        }
        return found
    }

    /// All names in order, a repeated one as often as it stands.
    package var names: [String] { pairs.map(\.name) }

    private static func pair(_ bytes: UnsafeBufferPointer<UInt8>) -> (name: String, value: String)? {
        guard let equals = bytes.firstIndex(of: Octet.equals), equals > 0 else { return nil }
        let name = bytes[..<equals]
        let value = bytes[(equals + 1)...]
        guard name.allSatisfy(Octet.isToken), value.allSatisfy(Octet.isCookie) else { return nil }
        return (text(name), text(value))
    }

    private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
    }
}
