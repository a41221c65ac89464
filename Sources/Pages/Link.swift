import Codec

/// An address that may stand in a page: checked when it is made, so that no `javascript:` can ever be one.
package struct Link: Sendable, Equatable {
    package let text: String

    private init(checked: String) { text = checked }

    /// The page that is shown, with its query, without saying it again.
    package static let here = Link(checked: "")

    /// An https address, or an http one on this machine.
    package init?(web address: String) {
        guard let url = StrictURL(address), url.isSecure || url.isLoopback else { return nil }
        text = address
    }

    /// A path of the host that serves the page, with or without a query.
    package init?(path: String) {
        let bytes = Array(path.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count < 2 || bytes[1] != UInt8(ascii: "/"),
            bytes.allSatisfy(Self.mayStand)
        else { return nil }
        text = path
    }

    /// An address of an app's own scheme, which must be a domain name turned round (RFC 8252 section 7.1).
    package init?(app address: String) {
        let bytes = Array(address.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 1 < bytes.count else { return nil }
        let scheme = bytes[..<colon]
        guard scheme.contains(UInt8(ascii: ".")), let first = scheme.first, Self.isLetter(first),
            scheme.allSatisfy({
                Self.isLetter($0) || (48...57).contains($0) || (43...46).contains($0) && $0 != 44
            }),
            bytes.allSatisfy(Self.mayStand)
        else { return nil }
        text = address
    }

    /// The same with one parameter more, encoded.
    package func adding(_ name: StaticString, _ value: String) -> Link {
        var bytes = Array(text.utf8)
        bytes.append(bytes.contains(UInt8(ascii: "?")) ? UInt8(ascii: "&") : UInt8(ascii: "?"))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(value, to: &bytes)
        return Link(checked: String(decoding: bytes, as: UTF8.self))
    }

    /// Visible ASCII without what RFC 3986 leaves out, and without a fragment.
    private static func mayStand(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !##""#<>\^`{|}"##.utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) && byte < 128 }
}
