import OAuth

/// A signing key as the ledger keeps it. The ledger seals the private half itself, so no caller can forget to.
package struct StoredSigningKey: Sendable, Equatable {
    /// The key's id, by which verifiers find it.
    package let kid: String
    /// The JWS name of its algorithm: ES256 or RS256.
    package let algorithm: String
    package let createdAt: Timestamp
    /// From when on it may sign; until then it is only published.
    package let activeFrom: Timestamp
    /// The private key, PKCS #8 DER, in the clear.
    package let privateKey: [UInt8]

    /// - Parameter activeFrom: nil for at once.
    package init(
        kid: String, algorithm: String, createdAt: Timestamp, activeFrom: Timestamp? = nil,
        privateKey: [UInt8]
    ) {
        self.kid = kid
        self.algorithm = algorithm
        self.createdAt = createdAt
        self.activeFrom = activeFrom ?? createdAt
        self.privateKey = privateKey
    }
}

extension StoredSigningKey {
    /// Whether this one comes to sign before the other: the order in which ledgers give keys out.
    package func precedes(_ other: StoredSigningKey) -> Bool {
        (activeFrom, createdAt, kid) < (other.activeFrom, other.createdAt, other.kid)
    }
}
