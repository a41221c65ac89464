/// The numbers of a public key, big-endian, as a JWK shows them.
package enum PublicMaterial: Sendable, Equatable {
    /// The coordinates of a P-256 point, 32 bytes each.
    case p256(x: [UInt8], y: [UInt8])
    /// Modulus and exponent without leading zeros.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// An Ed25519 key, 32 bytes.
    case ed25519([UInt8])
}
