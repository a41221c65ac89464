import Crypto
import FoundationEssentials

/// The text of a `<style>` element and the hash by which the page's policy lets just that text in (CSP3 section 2.3.1).
struct StyleText: Sendable {
    let bytes: [UInt8]
    /// As it stands in `style-src`, with its quotes.
    let source: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        source = "'sha256-" + Data(SHA256.digest(bytes).bytes).base64EncodedString() + "'"
    }

    /// The one style sheet, hashed once.
    static let shared = StyleText(PackageResources.style_css)

    /// What a client changes in it.
    static func accent(_ accent: Accent) -> StyleText {
        StyleText(Array(":root{--accent:\(accent.text);--on:\(accent.readable.text)}".utf8))
    }
}
