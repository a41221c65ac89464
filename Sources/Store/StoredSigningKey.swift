import OAuth

/// A signing key as the ledger keeps it. The ledger seals the private half itself, so no caller can forget to.
package struct StoredSigningKey: Sendable, Equatable {
    /// The key's id, by which verifiers find it.
    package let kid: String
    /// The JWS name of its algorithm: ES256 or RS256.
    package let algorithm: String
    package let createdAt: Timestamp
    /// The private key, PKCS #8 DER, in the clear.
    package let privateKey: [UInt8]

    package init(kid: String, algorithm: String, createdAt: Timestamp, privateKey: [UInt8]) {
        self.kid = kid
        self.algorithm = algorithm
        self.createdAt = createdAt
        self.privateKey = privateKey
    }
}
