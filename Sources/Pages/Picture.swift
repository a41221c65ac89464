import FoundationEssentials

/// A small picture that travels inside the page: the link host serves no files, and nothing is loaded from elsewhere.
/// A vector picture is safe here, since a browser runs no script of an `<img>`.
package struct Picture: Sendable {
    package enum Kind: String, Sendable {
        case svg = "image/svg+xml"
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webp = "image/webp"
    }

    /// What a picture may weigh, in bytes: it comes along with every page.
    package static let largest = 24 * 1024

    let dataURL: [UInt8]

    /// Nil where the picture is empty or weighs more than `largest`.
    package init?(_ bytes: [UInt8], kind: Kind) {
        guard !bytes.isEmpty, bytes.count <= Self.largest else { return nil }
        self.init(trusted: bytes, kind: kind)
    }

    /// One of our own.
    init(trusted bytes: [UInt8], kind: Kind) {
        dataURL = Array("data:\(kind.rawValue);base64,\(Data(bytes).base64EncodedString())".utf8)
    }
}
