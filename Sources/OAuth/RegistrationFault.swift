/// Why a client may not have a redirect URI.
package enum RegistrationFault: Error, Equatable {
    case empty
    /// More than 512 bytes, which must fit a header line together with code and state.
    case tooLong
    /// Not an absolute URI in the characters of RFC 3986.
    case notAURI
    case wildcard
    /// RFC 6749 section 3.1.2.
    case fragment
    case userinfo
    case dotSegment
    /// http anywhere but on this machine.
    case insecureHTTP
    /// A scheme that runs or shows something instead of opening an app.
    case forbiddenScheme(String)
    /// A scheme of one word, which any other app may have (RFC 8252 section 7.1).
    case schemeWithoutDot(String)
    /// A parameter that our answers add themselves.
    case reservedParameter(String)

    /// What is wrong and what mends it, as `homing check` says it.
    package var explanation: String {
        switch self {
        case .empty: "is empty: name the URI that the app waits at"
        case .tooLong: "is longer than 512 bytes: shorten its path or query"
        case .notAURI:
            "is no absolute URI of plain ASCII: write it with its scheme, anything unusual as %XX"
        case .wildcard: "has a *: list every redirect URI in full, they are compared as exact texts"
        case .fragment: "has a fragment: leave out # and what follows"
        case .userinfo: "has a user name before the host: leave out everything up to @"
        case .dotSegment: "has . or .. as a path segment: write the path that is meant"
        case .insecureHTTP:
            "is plain http: use https, or http://127.0.0.1 or http://[::1] for an app on the same machine"
        case .forbiddenScheme(let scheme): "has the scheme \(scheme): use https or a scheme of the app's own"
        case .schemeWithoutDot(let scheme):
            "has the scheme \(scheme), which any app may claim: use a domain of yours backwards, as in com.example.app:/cb"
        case .reservedParameter(let name):
            "has the parameter \(name), which the answer adds itself: name it otherwise"
        }
    }
}

/// What is allowed in a redirect URI and yet will surprise.
package enum RegistrationWarning: Sendable, Hashable {
    /// Android compares schemes with their case and expects lower case, so the app will not be opened.
    case upperCaseScheme(String)
    /// Two slashes make a host of what follows (RFC 8252 section 7.1 has one).
    case authorityInPrivateScheme
    /// `localhost` may resolve elsewhere and gets no free port (RFC 8252 section 8.3).
    case localhostName
    /// Scheme or host in upper case or with its default port: only exactly this spelling will match.
    case unusualSpelling

    /// What to expect and what mends it, as `homing check` says it.
    package var explanation: String {
        switch self {
        case .upperCaseScheme(let scheme):
            "has capitals in its scheme: Android matches schemes by their case and expects lower case, \(scheme.lowercased())"
        case .authorityInPrivateScheme:
            "has two slashes, so that what follows is a host: com.example.app:/cb, with one, is what RFC 8252 asks for"
        case .localhostName:
            "names localhost, which may resolve elsewhere and is matched with its port: use http://127.0.0.1 and http://[::1]"
        case .unusualSpelling:
            "has capitals or the default port before its path: only exactly this spelling will match"
        }
    }
}
