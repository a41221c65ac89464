/// What is wrong with a fingerprint as written in the configuration, and its mend. A phone says nothing of it: it
/// only never opens the app.
package enum FingerprintFault: Error, Equatable, CustomStringConvertible {
    case empty
    /// 20 bytes: the fingerprint that older consoles show first.
    case sha1
    /// 32 bytes would be 64 hex digits.
    case wrongLength(digits: Int)
    /// Text that was meant to be replaced.
    case placeholder
    /// The digest in base64, as some tools print it.
    case base64
    case notHex

    package var description: String {
        switch self {
        case .empty: "is empty, need the SHA-256 fingerprint of the signing certificate"
        case .sha1:
            "is SHA-1, need SHA-256: 32 bytes, from `keytool -list -v` or the Play Console, App signing"
        case .wrongLength(let digits) where digits.isMultiple(of: 2):
            "has \(digits / 2) bytes, a SHA-256 fingerprint has 32"
        case .wrongLength(let digits): "has \(digits) hex digits, a SHA-256 fingerprint has 64"
        case .placeholder: "is a placeholder, put the SHA-256 fingerprint of the signing certificate here"
        case .base64: "is base64, need hex: AA:BB:…, 32 bytes"
        case .notHex: "is not hex pairs with colons between them: AA:BB:…, 32 bytes"
        }
    }
}
