import Codec

/// Where an app waits for its answer.
///
/// `Registration` is what a client was configured with, `Registered` what a request named and a registration
/// matched byte for byte. Nothing here goes through a URL object, and only `Registered` can be redirected to.
package enum RedirectURI {
    /// How the answer gets into the app (RFC 8252 section 7).
    package enum Kind: Sendable, Hashable {
        /// An https URI on `host`, in lower case, that the app claimed or a web page answers.
        case claimedHTTPS(host: String)
        /// A scheme of the app's own, as it was registered.
        case privateUse(scheme: String)
        /// A port on the person's own machine.
        case loopback
    }

    /// A redirect URI that a request named and a registration of the client matched.
    package struct Registered: Sendable, Hashable {
        /// The bytes to emit and to bind the code to.
        package let text: String
        package let kind: Kind

        init(text: String, kind: Kind) {
            self.text = text
            self.kind = kind
        }

        /// The URI with `parameters` behind the query that it has, which stays as it is, or as its query
        /// (RFC 6749 section 3.1.2).
        package func appending(_ parameters: [(String, String)]) -> String {
            return text + separator + Form.encode(parameters)
        }

        /// The first question mark begins the query; another one, or an ampersand before it, is but a character.
        private var separator: String {
            guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return "?" }
            let query = text.utf8[text.utf8.index(after: mark)...]
            return query.isEmpty || query.last == UInt8(ascii: "&") ? "" : "&"
        }
    }

    /// The registration of `text`.
    ///
    /// - Throws: why no client may have it.
    package static func validate(registration text: String) throws(RegistrationFault) -> Registration {
        try Registration(text)
    }
}
