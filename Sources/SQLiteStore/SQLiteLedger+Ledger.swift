import OAuth
import Store

extension SQLiteLedger: Ledger {
    package func claim(
        _ id: TransactionID, clientID: ClientID, now: Timestamp, keepUntil: Timestamp
    ) async throws(LedgerFailure) -> ClaimOutcome {
        let quick = try await claim(id, clientID, now: now, keepUntil: keepUntil, durable: false)
        if let quick { return quick }
        return try await claim(id, clientID, now: now, keepUntil: keepUntil, durable: true) ?? .processing
    }

    /// A claim need not last, but a lapse is told: nil where one is found and the write would not be durable.
    private func claim(
        _ id: TransactionID, _ clientID: ClientID, now: Timestamp, keepUntil: Timestamp, durable: Bool
    ) async throws(LedgerFailure) -> ClaimOutcome? {
        let seal = seal
        return try await write(durable: durable, now: now) { tables throws(SQLiteFault) in
            let row = try tables.transactions.row(id, seal: seal)
            let decision = TransactionMachine.claim(
                existing: row?.record, id: id, clientID: clientID, now: now, keepUntil: keepUntil,
                epoch: tables.facts.epoch)
            if row != nil, decision.write != nil, !durable { return nil }
            try tables.store(decision.write, over: row, seal: seal)
            return decision.outcome
        }
    }

    package func settle(
        _ id: TransactionID, as settlement: Settlement, now: Timestamp
    ) async throws(LedgerFailure) -> SettleOutcome {
        let seal = seal
        return try await write(now: now) { tables throws(SQLiteFault) in
            let row = try tables.transactions.row(id, seal: seal)
            let decision = try TransactionMachine.settle(
                existing: row?.record, as: settlement, now: now
            ) { issuance throws(SQLiteFault) in
                try tables.identities.subject(
                    of: issuance.identity, proposed: issuance.proposedSubject, now: now,
                    seal: seal)
            }
            try tables.store(decision.write, over: row, seal: seal)
            return decision.outcome
        }
    }

    package func redeemHandle(
        _ redemption: HandleRedemption
    ) async throws(LedgerFailure) -> HandleOutcome {
        let seal = seal
        return try await write(now: redemption.now) { tables throws(SQLiteFault) in
            let row = try tables.transactions.row(redemption.id, seal: seal)
            let decision = TransactionMachine.redeemHandle(existing: row?.record, redemption)
            try tables.store(decision.write, over: row, seal: seal)
            return decision.outcome
        }
    }

    package func redeemCode(_ redemption: CodeRedemption) async throws(LedgerFailure) -> CodeOutcome {
        let seal = seal
        return try await write(now: redemption.now) { tables throws(SQLiteFault) in
            let row = try tables.transactions.row(redemption.id, seal: seal)
            let decision = TransactionMachine.redeemCode(existing: row?.record, redemption)
            if let row, let write = decision.write {
                try tables.store(write.record, over: row, seal: seal)
                try tables.store(write.grant, from: row, seal: seal)
            }
            return decision.outcome
        }
    }

    package func rotate(_ rotation: RefreshRotation) async throws(LedgerFailure) -> RotationOutcome {
        let seal = seal
        return try await write(now: rotation.now) { tables throws(SQLiteFault) in
            let row = try tables.grants.row(rotation.id, seal: seal)
            let decision = TransactionMachine.rotate(existing: row?.grant, rotation)
            if let row, let grant = decision.write {
                try tables.grants.update(
                    row, to: grant, resealed: seal.resealed(row.sealed, for: rotation.id),
                    on: tables.connection)
            }
            return decision.outcome
        }
    }

    package func transaction(_ id: TransactionID) async throws(LedgerFailure) -> TransactionRecord? {
        try readers.read { tables throws(SQLiteFault) in try tables.transaction(id, seal: seal) }
    }

    package func details(
        grantedBy id: TransactionID, now: Timestamp
    ) async throws(LedgerFailure) -> SignInDetails? {
        try readers.read { tables throws(SQLiteFault) in
            TransactionMachine.standing(
                record: try tables.transaction(id, seal: seal), grant: try tables.grant(id, seal: seal),
                now: now)
        }
    }

    package func spill(
        _ id: TransactionID, sealed: [UInt8], now: Timestamp, expiresAt: Timestamp
    ) async throws(LedgerFailure) {
        let limit = configuration.spilledRows
        let kept = try await write(now: now) { tables throws(SQLiteFault) in
            if tables.spilled.isStale(at: now) {
                tables.spilled.counted(try tables.spills.rows(at: now, upTo: limit), at: now)
            }
            guard tables.spilled.take(below: limit) else { return false }
            try tables.spills.add(id, sealed: sealed, expiresAt: expiresAt)
            return true
        }
        if !kept { throw .full }
    }

    package func spilled(_ id: TransactionID, now: Timestamp) async throws(LedgerFailure) -> [UInt8]? {
        try readers.read { tables throws(SQLiteFault) in try tables.spilled(id, now: now) }
    }

    package func signingKeys() async throws(LedgerFailure) -> [StoredSigningKey] {
        try readers.read { tables throws(SQLiteFault) in try tables.signingKeys(seal: seal) }
    }

    package func addSigningKey(
        _ key: StoredSigningKey, after last: String?
    ) async throws(LedgerFailure) -> StoredSigningKey {
        let seal = seal
        return try await write(now: nil) { tables throws(SQLiteFault) in
            let found = try tables.keys.keys(seal: seal).last { $0.algorithm == key.algorithm }
            if let found, found.kid != last || found.kid == key.kid { return found }
            try tables.keys.add(key, seal: seal)
            return key
        }
    }

    package func dropSigningKeys(_ kids: Set<String>) async throws(LedgerFailure) {
        try await write(now: nil) { tables throws(SQLiteFault) in try tables.keys.drop(kids) }
    }

    package func ping(now: Timestamp) async throws(LedgerFailure) {
        try readers.read { tables throws(SQLiteFault) in try tables.ping() }
        // A full disk lets itself be read and locked, so only a write that reaches it tells.
        let fault = try await submit(durable: true) { tables throws(SQLiteFault) in
            try tables.probe()
            return tables.facts.stamp.fault(at: now)
        }
        if let fault { throw fault }
    }
}

/// How decisions reach the tables.
extension Tables {
    /// Writes a decided record where `row` was read, or where none was.
    func store(
        _ record: TransactionRecord?, over row: TransactionRow?, seal: Seal
    ) throws(SQLiteFault) {
        guard let record else { return }
        if let row {
            try transactions.update(row, to: record, seal: seal, on: connection)
        } else {
            try transactions.add(record)
        }
    }

    /// A grant takes over the details of its transaction's `row`, as they lie there if no older key sealed them.
    func store(
        _ change: CodeWrite.GrantChange, from row: TransactionRow, seal: Seal
    ) throws(SQLiteFault) {
        switch change {
        case .none: break
        case .insert(let grant):
            try grants.add(grant, sealed: seal.resealed(row.sealed, for: grant.id) ?? row.sealed)
        case .revoke:
            guard let row = try grants.row(row.record.id, seal: seal) else { return }
            var grant = row.grant
            grant.revoked = true
            try grants.update(row, to: grant, on: connection)
        }
    }
}
