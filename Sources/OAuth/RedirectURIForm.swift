import Codec

/// What a look at a redirect URI in the configuration tells: its kind, and what is doubtful about it.
struct RedirectURIForm {
    let kind: RedirectURI.Kind
    let httpsPath: String?
    private(set) var warnings: [RegistrationWarning] = []

    init(_ text: String) throws(RegistrationFault) {
        let bytes = text.utf8
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= 512 else { throw .tooLong }
        guard bytes.allSatisfy(Self.isURIByte), PercentEncoding.isWellFormed(bytes) else {
            throw .notAURI
        }
        guard !bytes.contains(UInt8(ascii: "*")) else { throw .wildcard }
        guard !bytes.contains(UInt8(ascii: "#")) else { throw .fragment }
        guard let scheme = Self.scheme(of: text) else { throw .notAURI }
        try Self.refuseReservedParameters(in: text)
        switch scheme.lowercased() {
        case "https":
            let url = try Self.url(text)
            kind = .claimedHTTPS(host: url.host)
            httpsPath = url.path.isEmpty ? "/" : url.path
            if url.port == 443 || !text.utf8.starts(with: url.origin.utf8) {
                warnings.append(.unusualSpelling)
            }
        case "http":
            let url = try Self.url(text)
            guard ["127.0.0.1", "[::1]", "localhost"].contains(url.host) else { throw .insecureHTTP }
            kind = .loopback
            httpsPath = nil
            if url.host == "localhost" { warnings.append(.localhostName) }
            if !text.utf8.starts(with: "http://".utf8) { warnings.append(.unusualSpelling) }
        case "javascript", "data", "vbscript", "file", "blob", "about", "mailto", "tel", "sms", "ftp",
            "ws", "wss", "urn", "intent", "content", "view-source":
            throw .forbiddenScheme(scheme)
        default:
            guard scheme.utf8.contains(UInt8(ascii: ".")) else { throw .schemeWithoutDot(scheme) }
            guard text.utf8.count > scheme.utf8.count + 1 else { throw .notAURI }
            kind = .privateUse(scheme: scheme)
            httpsPath = nil
            if scheme != scheme.lowercased() { warnings.append(.upperCaseScheme(scheme)) }
            if text.utf8.dropFirst(scheme.utf8.count).starts(with: "://".utf8) {
                warnings.append(.authorityInPrivateScheme)
            }
        }
    }

    private static func url(_ text: String) throws(RegistrationFault) -> StrictURL {
        let authority = text.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
            .prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .userinfo }
        guard let url = StrictURL(text) else { throw .notAURI }
        // A browser resolves these before it goes there, so the page asked for would be another.
        let segments = url.path.split(separator: "/").map { PercentEncoding.decode($0) ?? "." }
        guard !segments.contains("."), !segments.contains("..") else { throw .dotSegment }
        return url
    }

    /// RFC 3986 section 3.1.
    private static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, isLetter(first) else { return nil }
        let isScheme = scheme.allSatisfy { byte in
            isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
        }
        return isScheme ? String(scheme) : nil
    }

    /// A query that already has one of our parameters would say it twice in every answer.
    private static func refuseReservedParameters(in text: String) throws(RegistrationFault) {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return }
        guard let form = try? Form(parsing: text.utf8[text.utf8.index(after: mark)...]) else {
            throw .notAURI
        }
        let reserved = ["code", "state", "iss", "error", "error_description", "error_uri", "t"]
        if let name = form.names.first(where: reserved.contains) { throw .reservedParameter(name) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
    }

    /// What RFC 3986 allows anywhere, and the star, which has a fault of its own.
    private static func isURIByte(_ byte: UInt8) -> Bool {
        guard 0x21...0x7E ~= byte else { return false }
        return !"\"<>\\^`{|}".utf8.contains(byte)
    }
}
