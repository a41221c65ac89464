/// A sign-in that cannot go on and has no safe way back to an app: 400, no redirect, no link to the address given.
package struct ErrorPage: Sendable {
    package enum Reason: Sendable, CaseIterable {
        /// The client is not known.
        case unknownApp
        /// The redirect URI is not one of the client's.
        case badReturn
        /// Something is missing or stands twice, so that client or redirect URI are not certain.
        case badRequest
        /// The provider's answer belongs to no sign-in of this browser.
        case otherBrowser
        /// A link of ours that is not as we made it.
        case badLink
    }

    package let reason: Reason
    /// For the developer: the OAuth error code.
    package let error: String
    /// For the developer: what exactly was wrong. May hold what the request held; it is cut and escaped here.
    package let detail: String
    /// By which the log's lines are found.
    package let requestID: String
    package let brand: Brand

    package init(reason: Reason, error: String, detail: String, requestID: String, brand: Brand = .none) {
        self.reason = reason
        self.error = error
        self.detail = detail
        self.requestID = requestID
        self.brand = brand
    }

    func document(_ wording: Wording) -> HTML {
        let shell = Shell(wording: wording, brand: brand)
        let words = wording.errors
        let said =
            switch reason {
            case .unknownApp: words.unknownApp
            case .badReturn: words.badReturn
            case .badRequest: words.badRequest
            case .otherBrowser: words.otherBrowser
            case .badLink: words.badLink
            }
        return shell.document(
            title: said.title,
            """
            \(shell.opening(said))<section><h2>\(text: words.forDeveloper.filled())</h2>\
            <p><code dir="ltr">\(text: error): \(text: Self.cut(detail))</code></p>\
            <p class="life">\(text: words.reference.filled()) <code dir="ltr">\(text: requestID)</code></p></section>
            """)
    }

    /// What is shown of a detail, in bytes of UTF-8.
    private static let longest = 300

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longest else { return text }
        var bytes = Array(text.utf8.prefix(longest))
        while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
        if let last = bytes.last, last >= 0x80 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self) + "…"
    }
}
