import Crypto
import OAuth

/// What the broker remembers, as intentions: each call is one atomic change with a closed outcome.
///
/// A write has reached the disk before its answer comes, save where it says otherwise; a read sees every write
/// that was answered before it. What is expected is an outcome. A failure means that the store could not answer:
/// nothing was acknowledged, and the same call may be made again. Times are the caller's; a write whose time is more
/// than five minutes behind those of before fails as `clockWentBack`, until a new epoch begins.
package protocol Ledger: Sendable {
    /// Takes the transaction for the caller, who then asks the provider, or says what stands there. One that is older
    /// than the store's epoch and has no row counts as lapsed.
    ///
    /// Atomic, but it need not be durable: who claimed before a crash has nothing to show for it. That it lapsed is
    /// durable: a browser that heard of it hears nothing else later.
    /// - Parameter keepUntil: when the row may be forgotten; not before the browser's cookie is too old and
    ///   every token that the code may give is.
    func claim(
        _ id: TransactionID, clientID: ClientID, now: Timestamp, keepUntil: Timestamp
    ) async throws(LedgerFailure) -> ClaimOutcome

    /// Ends a claim. An issue gives the person the subject that the identity has, or the one proposed.
    func settle(
        _ id: TransactionID, as settlement: Settlement, now: Timestamp
    ) async throws(LedgerFailure) -> SettleOutcome

    /// The row as it stands; nil when there is none.
    func transaction(_ id: TransactionID) async throws(LedgerFailure) -> TransactionRecord?

    /// Redeems a handle once; a wrong verifier is counted.
    func redeemHandle(_ redemption: HandleRedemption) async throws(LedgerFailure) -> HandleOutcome

    /// Redeems a code once, with a grant where there is offline access; a wrong verifier is counted, and a
    /// replay revokes what the code gave (RFC 6749 section 4.1.2).
    func redeemCode(_ redemption: CodeRedemption) async throws(LedgerFailure) -> CodeOutcome

    /// Takes a refresh token and makes its successor the one (RFC 9700 section 4.14).
    func rotate(_ rotation: RefreshRotation) async throws(LedgerFailure) -> RotationOutcome

    /// What the redeemed code of this transaction is still good for; nil when it was revoked, ran out or never was.
    func details(
        grantedBy id: TransactionID, now: Timestamp
    ) async throws(LedgerFailure) -> SignInDetails?

    /// Keeps a pending transaction that is too long for a cookie. How many may lie there is bounded: past that
    /// it fails as full.
    /// - Parameter sealed: sealed by the caller, as it would be for the cookie.
    func spill(
        _ id: TransactionID, sealed: [UInt8], now: Timestamp, expiresAt: Timestamp
    ) async throws(LedgerFailure)

    /// What was spilled and is not expired.
    func spilled(_ id: TransactionID, now: Timestamp) async throws(LedgerFailure) -> [UInt8]?

    /// The signing keys in the order in which they come to sign.
    func signingKeys() async throws(LedgerFailure) -> [StoredSigningKey]

    /// Adds a key if `last` is the last of its algorithm to sign, nil standing for none at all. Returns the key when it
    /// was added, else the last there is. So processes that add one at the same time end with the same.
    func addSigningKey(
        _ key: StoredSigningKey, after last: String?
    ) async throws(LedgerFailure) -> StoredSigningKey

    /// Takes the signing keys of these ids out, all at once; those that are not there are no matter.
    func dropSigningKeys(_ kids: Set<String>) async throws(LedgerFailure)

    /// The subject that the identity of this digest has.
    func subject(of identity: Digest) async throws(LedgerFailure) -> Subject?

    /// Everything that is held of a person; empty where nobody has the subject. It looks through all rows, so it is
    /// for a command that an operator gives, not for a request.
    func person(_ subject: Subject) async throws(LedgerFailure) -> PersonRecord

    /// Takes a person out: accounts and grants go, transactions end and keep nothing of them. From its return on nothing
    /// that was handed out for the subject works, and the next sign-in gets a new one. It is no single atomic change:
    /// the accounts go first, so that nothing new comes meanwhile, and after a failure it may be made again.
    func forget(_ subject: Subject) async throws(LedgerFailure) -> Forgotten

    /// Begins a new epoch: transactions, grants and what is spilled go, accounts and signing keys stay. For a store that
    /// was put back from a copy, which does not know what was spent since.
    func beginEpoch(now: Timestamp) async throws(LedgerFailure) -> Epoch

    /// Fails when the store cannot be reached, takes no writes, or takes none at `now`.
    func ping(now: Timestamp) async throws(LedgerFailure)

    /// Finishes what is under way and lets go of the store; later calls fail as unavailable.
    func close() async

    /// Calls that could write, made so far: a reading endpoint leaves it as it was.
    var writes: Int { get }
}
