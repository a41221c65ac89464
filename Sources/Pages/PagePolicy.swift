import HTTP

/// The headers that every page carries.
enum PagePolicy {
    enum Opener {
        /// Whoever opened the window loses sight of it.
        case severed
        /// The page may stand in the middle of a sign-in that a window began: nothing is said, nothing is cut.
        case kept
    }

    static func fields(styles: [StyleText], opener: Opener) -> Fields {
        var fields = Fields([
            (.contentType, "text/html; charset=utf-8"), (.cacheControl, "no-store"),
            (.contentSecurityPolicy, contentSecurityPolicy(styles)), (.referrerPolicy, "no-referrer"),
            (.xContentTypeOptions, "nosniff"), (.xFrameOptions, "DENY"), (.xRobotsTag, "noindex"),
        ])
        if case .severed = opener, let name = FieldName("cross-origin-opener-policy") {
            fields.append(name, "same-origin")
        }
        return fields
    }

    /// No `form-action` anywhere: browsers hold it against each hop after a form's POST, and a sign-in ends in an
    /// app's own scheme (H25). Scripts, frames, plugins and foreign loads fall to `default-src 'none'`.
    private static func contentSecurityPolicy(_ styles: [StyleText]) -> String {
        let sources = styles.map(\.source).joined(separator: " ")
        return
            "default-src 'none'; style-src \(sources); img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"
    }
}
