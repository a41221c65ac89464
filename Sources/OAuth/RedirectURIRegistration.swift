import Codec

extension RedirectURI {
    /// A redirect URI of a client's configuration, and what it matches.
    package struct Registration: Sendable, Hashable {
        /// As configured, byte for byte.
        package let text: String
        package let kind: Kind
        /// What will not work as somebody may expect, though it is allowed.
        package let warnings: [RegistrationWarning]
        /// The path of an https URI as configured, "/" where it has none; nil for other kinds.
        package let httpsPath: String?
        private let loopback: LoopbackPattern?

        init(_ text: String) throws(RegistrationFault) {
            let form = try RedirectURIForm(text)
            self.text = text
            kind = form.kind
            warnings = form.warnings
            httpsPath = form.httpsPath
            loopback = LoopbackPattern(text)
        }

        /// What to redirect to when a request names `received`: nil unless it is this URI byte for byte, or this
        /// loopback URI with another port (RFC 8252 section 7.3).
        package func matching(_ received: String) -> Registered? {
            // Bytes, because two texts that differ in bytes can be equal as strings ("K" and U+212A).
            if text.utf8.elementsEqual(received.utf8) { return Registered(text: text, kind: kind) }
            guard let loopback, loopback.matches(received) else { return nil }
            return Registered(text: received, kind: kind)
        }
    }
}

/// `http` at a loopback address with any port, and the rest byte for byte.
private struct LoopbackPattern: Sendable, Hashable {
    private let host: String
    private let rest: [UInt8]

    /// Nil unless `text` begins with `http` and a loopback address as a literal; a name may lie elsewhere
    /// (RFC 8252 section 8.3).
    init?(_ text: String) {
        for host in ["http://127.0.0.1", "http://[::1]"] {
            guard let (_, rest) = Self.split(text, after: host) else { continue }
            self.host = host
            self.rest = Array(rest)
            return
        }
        return nil
    }

    func matches(_ received: String) -> Bool {
        guard let (_, received) = Self.split(received, after: host) else { return false }
        return received.elementsEqual(rest)
    }

    /// The port of `text` and what follows it; nil when `text` does not begin with `host` or the port is none.
    private static func split(_ text: String, after host: String) -> (port: Int?, rest: Substring.UTF8View)? {
        guard text.utf8.starts(with: host.utf8) else { return nil }
        let behind = text.utf8.dropFirst(host.utf8.count)
        guard let first = behind.first else { return (nil, behind[...]) }
        if first == UInt8(ascii: "/") || first == UInt8(ascii: "?") { return (nil, behind[...]) }
        guard first == UInt8(ascii: ":") else { return nil }
        let digits = behind.dropFirst().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard digits.first != UInt8(ascii: "0"), let port = DecimalDigits.parse(utf8: digits, limit: 65535)
        else {
            return nil
        }
        let rest = behind.dropFirst(1 + digits.count)
        guard let next = rest.first else { return (port, rest) }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") ? (port, rest) : nil
    }
}
