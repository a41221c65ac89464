import Crypto
import JOSE
import Journal
import OAuth
import Store

/// The keys that sign tokens, one an algorithm. Made at the first start and kept in the store, which seals them;
/// processes that share a store agree on them, since the first one stored wins.
package struct SigningKeys: Sendable {
    let signers: [PrivateKey.Algorithm: TokenSigner]
    /// The JWK set as published (RFC 7517 §5).
    package let published: [UInt8]
    /// The same keys, for tokens of our own that come back.
    let verification: JWKSet

    private init(_ keys: [PrivateKey]) {
        let pairs = keys.map { ($0.algorithm, TokenSigner(key: $0)) }
        signers = Dictionary(pairs) { first, _ in first }
        let known = keys.map { PublishedKey($0) }
        published = PublishedKey.document(known)
        verification = JWKSet(known.map(\.jwk))
    }

    /// The JWS names of what signs ID tokens here.
    static let algorithms = PrivateKey.Algorithm.allCases.map(\.rawValue).sorted()

    /// The algorithms that have no key yet.
    package var missing: Set<PrivateKey.Algorithm> {
        Set(PrivateKey.Algorithm.allCases).subtracting(signers.keys)
    }

    /// Reads the newest key of each algorithm from the ledger and makes those of `needed` that are missing. An RSA key
    /// takes up to a second to make: who needs none at once should not wait for it.
    package static func load(
        making needed: Set<PrivateKey.Algorithm>, from ledger: any Ledger, now: Timestamp, journal: Journal
    ) async throws(SigningKeyFault) -> SigningKeys {
        var keys: [PrivateKey] = []
        do {
            let stored = try await ledger.signingKeys()
            for algorithm in PrivateKey.Algorithm.allCases {
                if let known = stored.last(where: { $0.algorithm == algorithm.rawValue }) {
                    keys.append(try PrivateKey(pkcs8: known.privateKey))
                    continue
                }
                guard needed.contains(algorithm) else { continue }
                let made = try make(algorithm, now)
                let kept = try await ledger.addSigningKey(made, after: nil)
                if kept.kid == made.kid { journal.record(.keyMade(kid: made.kid, algorithm: made.algorithm)) }
                keys.append(try PrivateKey(pkcs8: kept.privateKey))
            }
        } catch let failure as LedgerFailure { throw .store(failure) } catch { throw .unusable }
        return SigningKeys(keys)
    }

    private static func make(
        _ algorithm: PrivateKey.Algorithm, _ now: Timestamp
    ) throws(KeyFault) -> StoredSigningKey {
        let key = try PrivateKey.generate(algorithm)
        return StoredSigningKey(
            kid: key.publicKey.thumbprint, algorithm: algorithm.rawValue, createdAt: now,
            privateKey: try key.exportPKCS8())
    }
}

/// Why there are no signing keys.
package enum SigningKeyFault: Error, CustomStringConvertible {
    case store(LedgerFailure)
    /// What is stored under the name of a key is none.
    case unusable

    package var description: String {
        switch self {
        case .store(let failure): failure.description
        case .unusable: "the signing keys in the store cannot be used"
        }
    }
}
