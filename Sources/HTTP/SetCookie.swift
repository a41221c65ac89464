import Codec

/// A cookie to be set: for the whole host, never for its parent, over https alone and out of reach of scripts
/// unless said otherwise (RFC 6265, A25).
package struct SetCookie: Sendable, Equatable {
    package enum SameSite: String, Sendable {
        case lax = "Lax"
        /// For what must come along with a cross-site POST; needs `secure`.
        case none = "None"
    }

    package var name: String
    package var value: String
    /// Seconds; 0 deletes the cookie, nil keeps it until the browser ends.
    package var maxAge: Int?
    package var path: String
    package var secure: Bool
    package var httpOnly: Bool
    package var sameSite: SameSite

    package init(
        name: String, value: String, maxAge: Int? = nil, path: String = "/", secure: Bool = true,
        httpOnly: Bool = true, sameSite: SameSite = .lax
    ) {
        self.name = name
        self.value = value
        self.maxAge = maxAge
        self.path = path
        self.secure = secure
        self.httpOnly = httpOnly
        self.sameSite = sameSite
    }

    /// Whether name, value and path hold nothing that would end them or begin another attribute, and a
    /// `__Host-` name keeps its promise.
    package var isLegal: Bool {
        guard !name.isEmpty, name.hasOnly(Octet.isToken), value.hasOnly(Octet.isCookie),
            path.utf8.first == Octet.slash, path.hasOnly({ Octet.isPath($0) && $0 != Octet.semicolon })
        else { return false }
        return !name.hasPrefix("__Host-") || secure && path == "/"
    }

    /// The value of the Set-Cookie field.
    package var fieldValue: String {
        var text = ""
        text.reserveCapacity(name.utf8.count + value.utf8.count + path.utf8.count + 64)
        text += name
        text += "="
        text += value
        text += "; Path="
        text += path
        if let maxAge { text += "; Max-Age=" + String(maxAge) }
        if secure { text += "; Secure" }
        if httpOnly { text += "; HttpOnly" }
        text += "; SameSite="
        text += sameSite.rawValue
        return text
    }
}
