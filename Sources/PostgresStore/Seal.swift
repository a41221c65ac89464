import Crypto
import OAuth

/// How what is private lies in the database: sealed, each value for its own place only.
struct Seal: Sendable {
    private let key: SealingKey
    private let random: any RandomSource

    init(key: SealingKey, random: any RandomSource) {
        self.key = key
        self.random = random
    }

    /// Seals for the row `id`. The same bytes serve in both tables that have a row of this id.
    func seal(_ plain: [UInt8], for id: TransactionID) -> [UInt8] {
        key.seal(plain, context: id.bytes, random: random)
    }

    func open(_ sealed: [UInt8], for id: TransactionID) throws(PostgresFault) -> [UInt8] {
        guard let plain = key.open(sealed, context: id.bytes) else {
            throw .unreadable("a row that another master key sealed")
        }
        return plain
    }

    /// What an older master key sealed, sealed anew by the first; nil where that is not needed.
    func resealed(_ sealed: [UInt8], for id: TransactionID) -> [UInt8]? {
        key.resealed(sealed, context: id.bytes, random: random)
    }

    /// Seals the private half of the signing key `kid`.
    func seal(_ plain: [UInt8], forKey kid: String) -> [UInt8] {
        key.seal(plain, context: Self.context(kid), random: random)
    }

    func open(_ sealed: [UInt8], forKey kid: String) throws(PostgresFault) -> [UInt8] {
        guard let plain = key.open(sealed, context: Self.context(kid)) else { throw .otherMasterKey }
        return plain
    }

    func resealed(_ sealed: [UInt8], forKey kid: String) -> [UInt8]? {
        key.resealed(sealed, context: Self.context(kid), random: random)
    }

    private static func context(_ kid: String) -> [UInt8] { Array("signing key \(kid)".utf8) }

    func details(_ sealed: [UInt8], of id: TransactionID) throws(PostgresFault) -> SignInDetails {
        let plain = try open(sealed, for: id)
        guard let details = try? SignInDetails(packed: plain) else {
            throw .unreadable("details in a form that is not known")
        }
        return details
    }

    /// Seals who somebody is at a provider.
    func seal(_ plain: [UInt8], forIdentity digest: [UInt8]) -> [UInt8] {
        key.seal(plain, context: Self.identity + digest, random: random)
    }

    /// Whether who it is lies there, sealed by the first of the master keys.
    func isSealed(_ sealed: [UInt8], forIdentity digest: [UInt8]) -> Bool {
        let context = Self.identity + digest
        return key.open(sealed, context: context) != nil
            && key.resealed(sealed, context: context, random: random) == nil
    }

    /// Nil when none of the master keys opens it: who it is, is told again at the next sign-in.
    func identity(_ sealed: [UInt8], of digest: [UInt8]) throws(PostgresFault) -> Identity? {
        guard let plain = key.open(sealed, context: Self.identity + digest) else { return nil }
        guard let identity = try? Identity(packed: plain) else {
            throw .unreadable("an account in a form that is not known")
        }
        return identity
    }

    private static let identity = Array("identity ".utf8)
}
