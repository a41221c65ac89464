/// A word for OpenSSL's parameters. OpenSSL keeps the pointer and not the text, so the text must stay where it is:
/// a String lent for one call would be gone before it is read.
struct CText {
    static let digest = CText("digest")
    static let sha256 = CText("SHA256")
    static let key = CText("key")
    static let salt = CText("salt")
    static let info = CText("info")
    static let group = CText("group")
    static let p256 = CText("P-256")
    static let publicKey = CText("pub")
    static let modulus = CText("n")
    static let exponent = CText("e")

    private let text: StaticString

    private init(_ text: StaticString) {
        self.text = text
    }

    /// Valid as long as the process runs.
    var pointer: UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
