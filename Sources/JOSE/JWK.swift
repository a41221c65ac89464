import Crypto

/// A key of a set that may verify signatures (RFC 7517 §4).
package struct JWK: Sendable {
    package let kid: String?
    /// When given, the only algorithm the key is for.
    package let algorithm: SignatureAlgorithm?
    package let key: PublicKey

    package init(kid: String?, algorithm: SignatureAlgorithm? = nil, key: PublicKey) {
        self.kid = kid
        self.algorithm = algorithm
        self.key = key
    }

    /// Whether the kind of key, and what its owner says of it, allow the algorithm.
    package func fits(_ algorithm: SignatureAlgorithm) -> Bool {
        key.fits(algorithm) && (self.algorithm ?? algorithm) == algorithm
    }
}
