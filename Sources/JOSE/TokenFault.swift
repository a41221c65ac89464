/// Why a token is refused, or cannot be made. No case carries text from the token.
package enum TokenFault: Error, Sendable, Equatable {
    /// Longer than ``UnverifiedToken/mostBytes``.
    case tooLarge
    /// Not three parts of base64url with a JSON object first.
    case malformed
    /// `none`, an HMAC, or any other algorithm that is not ours.
    case unsupportedAlgorithm
    /// A `crit` member: we understand none of the extensions it may name (RFC 7515 §4.1.11).
    case criticalExtension
    /// The key set holds no key at all that we could use (H20): the provider's fault, not the token's.
    case noUsableKey
    /// The key set has keys, but none with this `kid` that fits the algorithm.
    case unknownKey
    /// The key fits, and did not make this signature.
    case badSignature
    /// Genuine, but the claims are not what they have to be.
    case badClaims
    /// The claims cannot be written as JSON, or OpenSSL made no signature.
    case notSigned
}
