import Codec
import Crypto

/// An S256 code challenge (RFC 7636 section 4.2); there is no other method here.
package struct CodeChallenge: Sendable, Equatable {
    private let digest: Digest

    /// Nil unless `text` is 43 characters of base64url without padding, in its one spelling.
    package init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard let digest = Digest(bytes) else { return nil }
        self.digest = digest
    }

    /// - Parameter verifier: a verifier's text.
    init(of verifier: String) { digest = SHA256.digest(Array(verifier.utf8)) }

    /// The 32 bytes of the digest.
    package var bytes: [UInt8] { digest.bytes }

    /// The challenge as it goes over the wire.
    package var text: String { Base64URL.encode(bytes) }

    /// Whether `verifier` is the one that this challenge was made of; the time tells nothing.
    package func isAnswered(by verifier: CodeVerifier) -> Bool { verifier.challenge == self }

    package static func == (left: CodeChallenge, right: CodeChallenge) -> Bool {
        left.digest.matches(right.digest)
    }
}
