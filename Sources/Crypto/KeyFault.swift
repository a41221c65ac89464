/// Why a key cannot be had or used. No case carries any part of the key.
package enum KeyFault: Error, Sendable, Equatable {
    /// Not base64url without padding.
    case notBase64URL
    /// A master key of fewer than 32 bytes.
    case tooShort
    /// Not a private key in PKCS #8, or not one of the two kinds we sign with.
    case notAPrivateKey
    /// The numbers make no key: a point off the curve, a wrong length, an even modulus.
    case malformed
    /// RSA below 2048 bits.
    case weak
    /// RSA above 8192 bits: would make every verification a burden.
    case oversized
    /// OpenSSL could not make a key or a signature.
    case failed
}
