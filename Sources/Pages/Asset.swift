import Codec
import Crypto
import HTTP

/// A file below `/assets/`: its name holds a part of its hash, so that it may be kept for ever.
package struct Asset: Sendable {
    /// As `style.0123456789ab.css`.
    package let name: String
    package let contentType: String
    package let bytes: [UInt8]

    /// The path on the issuer host.
    package var path: String { "/assets/" + name }

    package static let cacheControl = "public, max-age=31536000, immutable"

    package static let styleSheet = Asset(
        "style", "css", "text/css; charset=utf-8", PackageResources.style_css)
    package static let icon = Asset("icon", "svg", "image/svg+xml", PackageResources.icon_svg)
    /// Also what browsers ask for unbidden at `/favicon.ico`.
    package static let favicon = Asset("favicon", "ico", "image/x-icon", PackageResources.favicon_ico)

    package static let all = [styleSheet, icon, favicon]

    /// The asset of this fingerprinted name.
    package static func named(_ name: String) -> Asset? { all.first { $0.name == name } }

    /// 200 with the bytes; the same each time.
    package var response: Response {
        // An icon opened by itself is a document: it gets no more than a page would.
        let policy = "default-src 'none'; frame-ancestors 'none'"
        let fields = Fields([
            (.contentType, contentType), (.cacheControl, Self.cacheControl),
            (.xContentTypeOptions, "nosniff"),
            (.contentSecurityPolicy, policy),
        ])
        return Response(status: .ok, fields: fields, body: bytes)
    }

    private init(_ stem: String, _ ending: String, _ contentType: String, _ bytes: [UInt8]) {
        name = stem + "." + Hex.encode(SHA256.digest(bytes).bytes.prefix(6)) + "." + ending
        self.contentType = contentType
        self.bytes = bytes
    }
}
