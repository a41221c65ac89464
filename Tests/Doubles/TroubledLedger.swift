import Crypto
import OAuth
import Store
import Synchronization

/// A ledger that works until it is told to fail, or to take its time.
package final class TroubledLedger: Ledger {
    package enum Trouble: Sendable {
        case none
        /// The call of this number, from 1, fails and changes nothing.
        case fails(Int)
        /// The call of this number and all after it fail.
        case failsFrom(Int)
        /// The call of this number changes what it changes; its answer is lost.
        case losesAnswer(Int)
        /// The calls of these numbers fail, each in its way.
        case follows([Int: Fault])
        /// Every call fails.
        case isDown
        /// The first claim is given, and forgotten as by a store that crashes: a claim need not be durable.
        case forgetsClaim
        /// Something happens before each call goes to the store.
        case waits(@Sendable () async -> Void)
    }

    /// A way in which one call fails.
    package enum Fault: Sendable, CaseIterable {
        /// It changes nothing.
        case before
        /// It changes what it changes; its answer is lost.
        case after
    }

    private struct State {
        var trouble = Trouble.none
        var failure = LedgerFailure.unavailable("the test says so")
        var calls = 0
        var lost: [String] = []
    }

    private let ledger: any Ledger
    private let state = Mutex(State())

    package init(_ ledger: any Ledger = MemoryLedger()) { self.ledger = ledger }

    /// From now on; calls are counted anew.
    package func trouble(
        _ trouble: Trouble, as failure: LedgerFailure = .unavailable("the test says so")
    ) {
        state.withLock { $0 = State(trouble: trouble, failure: failure) }
    }

    /// Calls since the last trouble began.
    package var calls: Int { state.withLock { $0.calls } }

    /// The names of the calls that lost their answers since the last trouble began.
    package var lost: [String] { state.withLock { $0.lost } }

    private func through<Outcome: Sendable>(
        _ name: String = #function, _ call: () async throws(LedgerFailure) -> Outcome
    ) async throws(LedgerFailure) -> Outcome {
        let (trouble, number, failure) = state.withLock { state in
            state.calls += 1
            return (state.trouble, state.calls, state.failure)
        }
        let fault: Fault?
        switch trouble {
        case .none, .forgetsClaim: fault = nil
        case .isDown: fault = .before
        case .fails(let only): fault = only == number ? .before : nil
        case .failsFrom(let first): fault = number >= first ? .before : nil
        case .losesAnswer(let only): fault = only == number ? .after : nil
        case .follows(let faults): fault = faults[number]
        case .waits(let wait):
            await wait()
            fault = nil
        }
        switch fault {
        case .none: return try await call()
        case .before: throw failure
        case .after:
            _ = try await call()
            state.withLock { $0.lost.append(String(name.prefix { $0 != "(" })) }
            throw failure
        }
    }

    package func claim(
        _ id: TransactionID, clientID: ClientID, now: Timestamp, keepUntil: Timestamp
    ) async throws(LedgerFailure) -> ClaimOutcome {
        try await through { () async throws(LedgerFailure) in
            if forgetsThisClaim() { return .claimed }
            return try await ledger.claim(id, clientID: clientID, now: now, keepUntil: keepUntil)
        }
    }

    private func forgetsThisClaim() -> Bool {
        state.withLock { state in
            guard case .forgetsClaim = state.trouble else { return false }
            state.trouble = .none
            return true
        }
    }

    package func settle(
        _ id: TransactionID, as settlement: Settlement, now: Timestamp
    ) async throws(LedgerFailure) -> SettleOutcome {
        try await through { () async throws(LedgerFailure) in
            try await ledger.settle(id, as: settlement, now: now)
        }
    }

    package func transaction(_ id: TransactionID) async throws(LedgerFailure) -> TransactionRecord? {
        try await through { () async throws(LedgerFailure) in try await ledger.transaction(id) }
    }

    package func redeemHandle(_ redemption: HandleRedemption) async throws(LedgerFailure) -> HandleOutcome {
        try await through { () async throws(LedgerFailure) in try await ledger.redeemHandle(redemption) }
    }

    package func redeemCode(_ redemption: CodeRedemption) async throws(LedgerFailure) -> CodeOutcome {
        try await through { () async throws(LedgerFailure) in try await ledger.redeemCode(redemption) }
    }

    package func rotate(_ rotation: RefreshRotation) async throws(LedgerFailure) -> RotationOutcome {
        try await through { () async throws(LedgerFailure) in try await ledger.rotate(rotation) }
    }

    package func details(
        grantedBy id: TransactionID, now: Timestamp
    ) async throws(LedgerFailure) -> SignInDetails? {
        try await through { () async throws(LedgerFailure) in
            try await ledger.details(grantedBy: id, now: now)
        }
    }

    package func spill(
        _ id: TransactionID, sealed: [UInt8], now: Timestamp, expiresAt: Timestamp
    ) async throws(LedgerFailure) {
        try await through { () async throws(LedgerFailure) in
            try await ledger.spill(id, sealed: sealed, now: now, expiresAt: expiresAt)
        }
    }

    package func spilled(_ id: TransactionID, now: Timestamp) async throws(LedgerFailure) -> [UInt8]? {
        try await through { () async throws(LedgerFailure) in try await ledger.spilled(id, now: now) }
    }

    package func signingKeys() async throws(LedgerFailure) -> [StoredSigningKey] {
        try await through { () async throws(LedgerFailure) in try await ledger.signingKeys() }
    }

    package func addSigningKey(
        _ key: StoredSigningKey, after last: String?
    ) async throws(LedgerFailure) -> StoredSigningKey {
        try await through { () async throws(LedgerFailure) in
            try await ledger.addSigningKey(key, after: last)
        }
    }

    package func dropSigningKeys(_ kids: Set<String>) async throws(LedgerFailure) {
        try await through { () async throws(LedgerFailure) in try await ledger.dropSigningKeys(kids) }
    }

    package func subject(of identity: Digest) async throws(LedgerFailure) -> Subject? {
        try await through { () async throws(LedgerFailure) in try await ledger.subject(of: identity) }
    }

    package func person(_ subject: Subject) async throws(LedgerFailure) -> PersonRecord {
        try await through { () async throws(LedgerFailure) in try await ledger.person(subject) }
    }

    package func forget(_ subject: Subject) async throws(LedgerFailure) -> Forgotten {
        try await through { () async throws(LedgerFailure) in try await ledger.forget(subject) }
    }

    package func beginEpoch(now: Timestamp) async throws(LedgerFailure) -> Epoch {
        try await through { () async throws(LedgerFailure) in try await ledger.beginEpoch(now: now) }
    }

    package func ping(now: Timestamp) async throws(LedgerFailure) {
        try await through { () async throws(LedgerFailure) in try await ledger.ping(now: now) }
    }

    package func close() async { await ledger.close() }

    package var writes: Int { ledger.writes }
}
