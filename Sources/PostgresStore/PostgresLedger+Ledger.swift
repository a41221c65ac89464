import Crypto
import OAuth
import Store

extension PostgresLedger: Ledger {
    package func claim(
        _ id: TransactionID, clientID: ClientID, now: Timestamp, keepUntil: Timestamp
    ) async throws(LedgerFailure) -> ClaimOutcome {
        let seal = seal
        // Nearly every claim is the first of its transaction, and needs no look at what stands there.
        let lease = now.adding(seconds: TransactionMachine.leaseSeconds)
        let guess = TransactionTable.add(id, clientID: clientID, leaseUntil: lease, keepUntil: keepUntil)
        let plan = Plan<ClaimOutcome>(
            id: id, reads: [TransactionTable.read(id), FactTable.read], now: now, isDurable: false,
            guess: now < keepUntil ? Write(guess, .claimed) : nil)
        return try await write(plan) { answers throws(PostgresFault) in
            let row = try TransactionRow.read(id, in: answers[0], seal: seal)
            let decision = TransactionMachine.claim(
                existing: row?.record, id: id, clientID: clientID, now: now, keepUntil: keepUntil,
                epoch: try FactTable.facts(in: answers[1]).epoch)
            return Decided(
                write: decision.write.map { record in
                    row.map { TransactionTable.update($0, to: record, seal: seal) } ?? guess
                },
                // A lapse is told, so it must last; a claim need not.
                isDurable: row != nil, outcome: decision.outcome)
        }
    }

    package func settle(
        _ id: TransactionID, as settlement: Settlement, now: Timestamp
    ) async throws(LedgerFailure) -> SettleOutcome {
        let seal = seal
        var who: (packed: [UInt8], digest: [UInt8])?
        var reads = [TransactionTable.read(id)]
        if case .issued(let issuance) = settlement {
            let packed = issuance.identity.packed()
            let digest = SHA256.digest(packed).bytes
            who = (packed, digest)
            reads.append(IdentityTable.read(digest))
        }
        return try await write(Plan(id: id, reads: reads, now: now)) { [who] answers throws(PostgresFault) in
            let row = try TransactionRow.read(id, in: answers[0], seal: seal)
            let known = who == nil ? nil : try IdentityTable.known(in: answers[1])
            let decision = TransactionMachine.settle(existing: row?.record, as: settlement, now: now) {
                known?.subject ?? $0.proposedSubject
            }
            guard let row, let record = decision.write else { return Decided(outcome: decision.outcome) }
            guard let who, let subject = record.details?.subject else {
                return Decided(
                    write: TransactionTable.update(row, to: record, seal: seal), outcome: decision.outcome)
            }
            let new = IdentityTable.add(
                who.packed, who.digest, known: known, proposed: subject, now: now, seal: seal)
            return Decided(
                write: TransactionTable.issue(row, as: record, who.digest, subject, seal: seal),
                identity: Job.Identity(digest: who.digest, commands: new),
                outcome: decision.outcome)
        }
    }

    package func redeemHandle(
        _ redemption: HandleRedemption
    ) async throws(LedgerFailure) -> HandleOutcome {
        let (id, seal) = (redemption.id, seal)
        let plan = Plan<HandleOutcome>(id: id, reads: [TransactionTable.read(id)], now: redemption.now)
        return try await write(plan) { answers throws(PostgresFault) in
            let row = try TransactionRow.read(id, in: answers[0], seal: seal)
            let decision = TransactionMachine.redeemHandle(existing: row?.record, redemption)
            guard let row, let record = decision.write else { return Decided(outcome: decision.outcome) }
            return Decided(
                write: TransactionTable.update(row, to: record, seal: seal), outcome: decision.outcome)
        }
    }

    package func redeemCode(_ redemption: CodeRedemption) async throws(LedgerFailure) -> CodeOutcome {
        let (id, seal) = (redemption.id, seal)
        let plan = Plan<CodeOutcome>(id: id, reads: [TransactionTable.read(id)], now: redemption.now)
        return try await write(plan) { answers throws(PostgresFault) in
            let row = try TransactionRow.read(id, in: answers[0], seal: seal)
            let decision = TransactionMachine.redeemCode(existing: row?.record, redemption)
            guard let row, let write = decision.write else { return Decided(outcome: decision.outcome) }
            let command =
                switch write.grant {
                case .none: TransactionTable.update(row, to: write.record, seal: seal)
                case .insert(let grant): TransactionTable.redeem(row, giving: grant, seal: seal)
                case .revoke: TransactionTable.revoke(row)
                }
            return Decided(write: command, outcome: decision.outcome)
        }
    }

    package func rotate(_ rotation: RefreshRotation) async throws(LedgerFailure) -> RotationOutcome {
        let (id, seal) = (rotation.id, seal)
        let plan = Plan<RotationOutcome>(id: id, reads: [GrantTable.read(id)], now: rotation.now)
        return try await write(plan) { answers throws(PostgresFault) in
            let row = try GrantTable.row(id, in: answers[0], seal: seal)
            let decision = TransactionMachine.rotate(existing: row?.grant, rotation)
            guard let row, let grant = decision.write else { return Decided(outcome: decision.outcome) }
            return Decided(write: GrantTable.update(row, to: grant, seal: seal), outcome: decision.outcome)
        }
    }

    package func transaction(_ id: TransactionID) async throws(LedgerFailure) -> TransactionRecord? {
        let seal = seal
        return try await read([TransactionTable.read(id)]) { answers throws(PostgresFault) in
            try TransactionRow.read(id, in: answers[0], seal: seal)?.record
        }
    }

    package func details(
        grantedBy id: TransactionID, now: Timestamp
    ) async throws(LedgerFailure) -> SignInDetails? {
        let seal = seal
        let commands = [TransactionTable.read(id), GrantTable.read(id)]
        return try await read(commands) { answers throws(PostgresFault) in
            TransactionMachine.standing(
                record: try TransactionRow.read(id, in: answers[0], seal: seal)?.record,
                grant: try GrantTable.row(id, in: answers[1], seal: seal)?.grant, now: now)
        }
    }

    package func spill(
        _ id: TransactionID, sealed: [UInt8], now: Timestamp, expiresAt: Timestamp
    ) async throws(LedgerFailure) {
        let command = SpillTable.add(id, sealed: sealed, expiresAt: expiresAt)
        let limit = configuration.spilledRows
        let kept = try await counted { () async in
            await lane.spill(Write(command, true), id, now: now, limit: limit)
        }
        if !kept { throw .full }
    }

    package func spilled(_ id: TransactionID, now: Timestamp) async throws(LedgerFailure) -> [UInt8]? {
        try await read([SpillTable.read(id, now: now)]) { answers throws(PostgresFault) in
            answers[0].rows == 0 ? nil : answers[0].row(0).bytes(0)
        }
    }

    package func signingKeys() async throws(LedgerFailure) -> [StoredSigningKey] {
        let seal = seal
        return try await read([KeyTable.read]) { answers throws(PostgresFault) in
            try KeyTable.keys(in: answers[0], seal: seal)
        }
    }

    package func addSigningKey(
        _ key: StoredSigningKey, after last: String?
    ) async throws(LedgerFailure) -> StoredSigningKey {
        let seal = seal
        return try await run(KeyTable.add(key, after: last, seal: seal)) { answers throws(PostgresFault) in
            let keys = try KeyTable.keys(in: answers[2], seal: seal)
            if keys.contains(where: { $0.kid == key.kid }) { return key }
            return keys.last { $0.algorithm == key.algorithm } ?? key
        }
    }

    package func dropSigningKeys(_ kids: Set<String>) async throws(LedgerFailure) {
        try await run(KeyTable.drop(kids)) { _ throws(PostgresFault) in }
    }

    package func ping(now: Timestamp) async throws(LedgerFailure) {
        let lane = lane
        let facts = try await lane.read([FactTable.read]) { answers throws(PostgresFault) in
            try FactTable.facts(in: answers[0])
        }.get()
        if let fault = facts.stamp.fault(at: now) { throw fault }
        // Whoever is sent here may reach any of the loops.
        for lane in lanes { if let failure = await lane.absence { throw failure } }
        try await lane.run([FactTable.probe]) { _ throws(PostgresFault) in }.get()
    }
}

extension Lane {
    /// Spills where there is room: true when it was kept.
    func spill(
        _ write: Write<Bool>, _ id: TransactionID, now: Timestamp, limit: Int
    ) async -> Result<Bool, LedgerFailure> {
        if spilled.isStale(at: now) {
            let count = await read([SpillTable.count(at: now, upTo: limit)]) {
                answers throws(PostgresFault) in
                answers[0].row(0).int(0)
            }
            switch count {
            case .success(let rows): spilled.counted(rows, at: now)
            case .failure(let failure): return .failure(failure)
            }
        }
        guard spilled.take(below: limit) else { return .success(false) }
        // Durable: a server that crashes takes the last seconds of relaxed commits with it.
        let plan = Plan(id: id, reads: [], now: now, guess: write)
        return await decide(plan) { _ in Decided(write: write.command, outcome: true) }
    }
}
