/// An absolute http or https URL that every parser reads alike, with the text as it was received.
///
/// Refused: any other scheme, userinfo, a fragment, characters outside RFC 3986 (a backslash, a space, control
/// characters, non-ASCII among them), bad escapes, an empty host, an escaped or dotless-number host, an empty
/// label, a port that is empty, zero-led or out of range. Nothing is repaired; emit `text`, compare `text`.
package struct StrictURL: Sendable, Equatable, Hashable {
    /// As received, byte for byte.
    package let text: String
    /// `http` or `https`, in lower case.
    package let scheme: String
    /// The host in lower case for comparing; an IPv6 address in its brackets.
    package let host: String
    /// The port, where the text names one.
    package let port: Int?
    /// As received; empty or beginning with a slash.
    package let path: String
    /// As received, without the question mark; nil without one.
    package let query: String?

    /// Nil unless `text` is such a URL.
    package init?(_ text: String) {
        guard let parts = text.utf8.inOnePiece({ URLParts($0) }) else { return nil }
        self.text = text
        scheme = parts.isSecure ? "https" : "http"
        host = parts.host
        port = parts.port
        path = parts.path
        query = parts.query
    }

    /// Scheme, host and any port that is not the scheme's own (RFC 6454 section 6.2).
    package var origin: String {
        guard let port, port != (scheme == "https" ? 443 : 80) else { return scheme + "://" + host }
        return scheme + "://" + host + ":" + String(port)
    }

    package var isSecure: Bool { scheme == "https" }

    /// Whether the host is this machine by name or by address (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3).
    package var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        return HostName.isIPv4(host.utf8) && host.hasPrefix("127.")
    }
}
