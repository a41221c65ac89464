import Crypto
import OAuth
import Synchronization

/// The ledger in memory: the reference that others are held against, and what tests run on. It forgets with the
/// process, and rows only when their time is over.
package final class MemoryLedger: Sendable {
    struct State {
        var transactions: [TransactionID: TransactionRecord] = [:]
        var grants: [TransactionID: Grant] = [:]
        var accounts: [[UInt8]: (subject: Subject, identity: Identity, createdAt: Timestamp)] = [:]
        var spilled: [TransactionID: (sealed: [UInt8], expiresAt: Timestamp)] = [:]
        var keys: [StoredSigningKey] = []
        var epoch = Epoch()
        var stamp = Stamp()
        var writes = 0

        /// What is over at `now` goes, once in a while.
        mutating func forget(at now: Timestamp) {
            guard writes % 1024 == 0 else { return }
            transactions = transactions.filter { $0.value.keepUntil > now }
            grants = grants.filter { $0.value.expiresAt > now }
            spilled = spilled.filter { $0.value.expiresAt > now }
        }
    }

    let state = Mutex(State())
    private let spilledRows: Int

    /// - Parameter spilledRows: pending transactions that may lie spilled at one time.
    package init(spilledRows: Int = 10_000) { self.spilledRows = spilledRows }

    /// Runs one atomic change.
    func write<Outcome: Sendable>(_ body: (inout sending State) -> sending Outcome) -> Outcome {
        state.withLock { state in
            state.writes += 1
            return body(&state)
        }
    }

    /// As `write`, unless the caller's clock went back.
    private func write<Outcome: Sendable>(
        at now: Timestamp, _ body: (inout sending State) -> sending Outcome
    ) throws(LedgerFailure) -> Outcome {
        let result = state.withLock { state -> Result<Outcome, LedgerFailure> in
            state.writes += 1
            if let fault = state.stamp.fault(at: now) { return .failure(fault) }
            state.stamp = Stamp(max(now, state.stamp.latest ?? now))
            state.forget(at: now)
            return .success(body(&state))
        }
        return try result.get()
    }
}

extension MemoryLedger: Ledger {
    package func claim(
        _ id: TransactionID, clientID: ClientID, now: Timestamp, keepUntil: Timestamp
    ) async throws(LedgerFailure) -> ClaimOutcome {
        try write(at: now) { state in
            let decision = TransactionMachine.claim(
                existing: state.transactions[id], id: id, clientID: clientID, now: now, keepUntil: keepUntil,
                epoch: state.epoch)
            if let record = decision.write { state.transactions[id] = record }
            return decision.outcome
        }
    }

    package func settle(
        _ id: TransactionID, as settlement: Settlement, now: Timestamp
    ) async throws(LedgerFailure) -> SettleOutcome {
        try write(at: now) { state in
            let decision = TransactionMachine.settle(
                existing: state.transactions[id], as: settlement, now: now
            ) { issuance in
                let digest = issuance.identity.digest.bytes
                if let known = state.accounts[digest] { return known.subject }
                state.accounts[digest] = (issuance.proposedSubject, issuance.identity, now)
                return issuance.proposedSubject
            }
            if let record = decision.write { state.transactions[id] = record }
            return decision.outcome
        }
    }

    package func redeemHandle(
        _ redemption: HandleRedemption
    ) async throws(LedgerFailure) -> HandleOutcome {
        try write(at: redemption.now) { state in
            let decision = TransactionMachine.redeemHandle(
                existing: state.transactions[redemption.id], redemption)
            if let record = decision.write { state.transactions[redemption.id] = record }
            return decision.outcome
        }
    }

    package func redeemCode(_ redemption: CodeRedemption) async throws(LedgerFailure) -> CodeOutcome {
        try write(at: redemption.now) { state in
            let decision = TransactionMachine.redeemCode(
                existing: state.transactions[redemption.id], redemption)
            guard let write = decision.write else { return decision.outcome }
            state.transactions[redemption.id] = write.record
            switch write.grant {
            case .none: break
            case .insert(let grant): state.grants[redemption.id] = grant
            case .revoke: state.grants[redemption.id]?.revoked = true
            }
            return decision.outcome
        }
    }

    package func rotate(_ rotation: RefreshRotation) async throws(LedgerFailure) -> RotationOutcome {
        try write(at: rotation.now) { state in
            let decision = TransactionMachine.rotate(existing: state.grants[rotation.id], rotation)
            if let grant = decision.write { state.grants[rotation.id] = grant }
            return decision.outcome
        }
    }

    package func transaction(_ id: TransactionID) async throws(LedgerFailure) -> TransactionRecord? {
        state.withLock { $0.transactions[id] }
    }

    package func details(
        grantedBy id: TransactionID, now: Timestamp
    ) async throws(LedgerFailure) -> SignInDetails? {
        state.withLock {
            TransactionMachine.standing(record: $0.transactions[id], grant: $0.grants[id], now: now)
        }
    }

    package func spill(
        _ id: TransactionID, sealed: [UInt8], now: Timestamp, expiresAt: Timestamp
    ) async throws(LedgerFailure) {
        let limit = spilledRows
        let kept = try write(at: now) { state in
            if state.spilled.count >= limit {
                state.spilled = state.spilled.filter { $0.value.expiresAt > now }
            }
            guard state.spilled.count < limit else { return false }
            state.spilled[id] = (sealed, expiresAt)
            return true
        }
        if !kept { throw .full }
    }

    package func spilled(_ id: TransactionID, now: Timestamp) async throws(LedgerFailure) -> [UInt8]? {
        state.withLock { state in
            guard let spill = state.spilled[id], now < spill.expiresAt else { return nil }
            return spill.sealed
        }
    }

    package func signingKeys() async throws(LedgerFailure) -> [StoredSigningKey] {
        state.withLock { $0.keys }
    }

    package func addSigningKey(
        _ key: StoredSigningKey, after last: String?
    ) async throws(LedgerFailure) -> StoredSigningKey {
        write { state in
            let found = state.keys.last { $0.algorithm == key.algorithm }
            if let found, found.kid != last || found.kid == key.kid { return found }
            state.keys.append(key)
            state.keys.sort { $0.precedes($1) }
            return key
        }
    }

    package func dropSigningKeys(_ kids: Set<String>) async throws(LedgerFailure) {
        write { state in state.keys.removeAll { kids.contains($0.kid) } }
    }

    package func ping(now: Timestamp) async throws(LedgerFailure) {
        if let fault = state.withLock({ $0.stamp.fault(at: now) }) { throw fault }
    }

    /// Lets go of nothing: who holds the ledger has all of it.
    package func close() async {}

    package var writes: Int { state.withLock { $0.writes } }
}
