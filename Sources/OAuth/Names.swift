import Codec
import Crypto

/// The name of a client (RFC 6749 section 2.2): printable ASCII, 255 bytes at most.
package struct ClientID: Sendable, Hashable {
    package let text: String

    package init?(_ text: String) {
        guard NameRule.isPrintable(text) else { return nil }
        self.text = text
    }
}

/// The name of a provider in the configuration and in our paths: `a`-`z`, `0`-`9`, `-`, `_`, 64 bytes at most.
package struct ProviderID: Sendable, Hashable {
    package let text: String

    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 64, text.hasOnly(NameRule.isPathName) else {
            return nil
        }
        self.text = text
    }
}

/// Who signed in, as clients know them (OIDC Core section 2, `sub`): printable ASCII, 255 bytes at most.
package struct Subject: Sendable, Hashable {
    package let text: String

    /// A name for somebody new: 128 random bits that tell nothing of them.
    package init(random: any RandomSource) { text = Base64URL.encode(random.bytes(16)) }

    package init?(_ text: String) {
        guard NameRule.isPrintable(text) else { return nil }
        self.text = text
    }
}

/// Our issuer identifier (RFC 8414 section 2), exactly as configured and emitted.
package struct Issuer: Sendable, Hashable {
    package let text: String

    package init?(_ text: String) {
        guard NameRule.isPrintable(text), !text.utf8.contains(UInt8(ascii: " ")) else { return nil }
        self.text = text
    }
}

private enum NameRule {
    static func isPrintable(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255 && text.hasOnly { 0x20...0x7E ~= $0 }
    }

    static func isPathName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }
}
