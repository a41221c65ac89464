import Codec

/// What the app kept to itself (RFC 7636 section 4.1): 43 to 128 unreserved characters.
package struct CodeVerifier: Sendable {
    package let text: String

    /// Nil for any other length or character.
    package init?(_ text: String) {
        guard 43...128 ~= text.utf8.count, text.hasOnly(PercentEncoding.isUnreserved) else {
            return nil
        }
        self.text = text
    }

    /// The S256 challenge of this verifier (RFC 7636 section 4.2).
    package var challenge: CodeChallenge { CodeChallenge(of: self) }
}
