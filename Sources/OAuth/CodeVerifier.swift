import Codec

/// What the app kept to itself (RFC 7636 section 4.1): 43 to 128 unreserved characters.
package struct CodeVerifier: Sendable {
    package let text: String
    /// The S256 challenge of this verifier (RFC 7636 section 4.2). Computed here, so that no ledger does it while
    /// others wait for their commit.
    package let challenge: CodeChallenge

    /// Nil for any other length or character.
    package init?(_ text: String) {
        guard 43...128 ~= text.utf8.count, text.hasOnly(PercentEncoding.isUnreserved) else {
            return nil
        }
        self.text = text
        challenge = CodeChallenge(of: text)
    }
}
