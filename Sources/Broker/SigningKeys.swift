import Crypto
import JOSE
import OAuth
import Store

/// The keys that sign tokens, as they were read from the store at one time: for each algorithm one signs, and all that
/// are published verify. Which one signs is the clock's business and takes no store.
package struct SigningKeys: Sendable {
    /// Keys of one algorithm, in the order in which they sign.
    private struct Line: Sendable {
        let first: TokenSigner
        let rest: [(activeFrom: Timestamp, signer: TokenSigner)]

        func signer(at now: Timestamp) -> TokenSigner {
            for entry in rest.reversed() where entry.activeFrom <= now { return entry.signer }
            return first
        }
    }

    private struct Times: Sendable, Equatable {
        let kid: String
        let activeFrom: Timestamp

        init(_ key: StoredSigningKey) { (kid, activeFrom) = (key.kid, key.activeFrom) }
    }

    private let es256: Line?
    private let rs256: Line?
    private let keys: [String: PrivateKey]
    private let times: [Times]
    /// The JWK set as published (RFC 7517 §5).
    package let published: [UInt8]
    /// The same keys, for tokens of our own that come back.
    let verification: JWKSet

    /// The keys that are published at `now`.
    /// - Parameter known: keys that were read before need not be taken apart again.
    /// - Throws: `unusable` when one of them is no key.
    package init(
        _ schedule: KeySchedule, at now: Timestamp, known: SigningKeys? = nil
    ) throws(SigningKeyFault) {
        let stored = schedule.published(at: now)
        var keys: [String: PrivateKey] = [:]
        var lines: [PrivateKey.Algorithm: [(activeFrom: Timestamp, signer: TokenSigner)]] = [:]
        var published: [PublishedKey] = []
        for entry in stored {
            let key: PrivateKey
            if let kept = known?.keys[entry.kid] { key = kept } else { key = try Self.key(entry) }
            keys[entry.kid] = key
            lines[key.algorithm, default: []].append((entry.activeFrom, TokenSigner(key: key)))
            published.append(PublishedKey(key))
        }
        self.keys = keys
        times = stored.map { Times($0) }
        es256 = Self.line(lines[.es256])
        rs256 = Self.line(lines[.rs256])
        self.published = PublishedKey.document(published)
        verification = JWKSet(published.map(\.jwk))
    }

    private static func key(_ stored: StoredSigningKey) throws(SigningKeyFault) -> PrivateKey {
        do throws(KeyFault) { return try PrivateKey(pkcs8: stored.privateKey) } catch { throw .unusable }
    }

    private static func line(_ signers: [(activeFrom: Timestamp, signer: TokenSigner)]?) -> Line? {
        signers?.first.map { Line(first: $0.signer, rest: Array(signers?.dropFirst() ?? [])) }
    }

    /// What signs at `now`; nil while there is no key of the algorithm.
    func signer(_ algorithm: PrivateKey.Algorithm, at now: Timestamp) -> TokenSigner? {
        switch algorithm {
        case .es256: es256?.signer(at: now)
        case .rs256: rs256?.signer(at: now)
        }
    }

    /// The JWS names of what signs ID tokens here.
    static let algorithms = PrivateKey.Algorithm.allCases.map(\.rawValue).sorted()

    /// The algorithms that have no key yet.
    package var missing: Set<PrivateKey.Algorithm> {
        Set([(PrivateKey.Algorithm.es256, es256), (.rs256, rs256)].filter { $0.1 == nil }.map(\.0))
    }

    /// Whether a schedule has the same keys published at the same times.
    package func show(_ schedule: KeySchedule, at now: Timestamp) -> Bool {
        times == schedule.published(at: now).map { Times($0) }
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
