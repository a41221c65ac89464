import OAuth

/// The questions, put to `TransactionMachine` itself. A mutant of a rule bends the question or the answer here.
extension Book {
    func decide(_ operation: Operation, on row: UInt16, now: Timestamp) -> Verdict {
        let now = mutant == .stepBackRevives ? max(now, Calendar.beginning) : now
        switch operation {
        case .none: return Verdict(outcome: .refused)
        case .claim: return claim(records[Int(row)], now)
        case .settleIssued, .settleFailed, .settleDenied: return settle(operation, records[Int(row)], now)
        case .handle1, .handle2, .handle3, .wrongHandle: return handle(operation, records[Int(row)], now)
        case .code, .wrongCode: return code(operation, records[Int(row)], now)
        case .refresh1, .refresh2, .refresh3, .refresh4: return refresh(operation, grants[Int(row)], now)
        }
    }

    private func claim(_ existing: TransactionRecord?, _ now: Timestamp) -> Verdict {
        var existing = existing
        if case .processing(let leaseUntil) = existing?.phase, now >= leaseUntil {
            if mutant == .claimsAgain { existing = nil }
            if mutant == .leaseWithoutEnd { return Verdict(outcome: .processing) }
        }
        let decision = TransactionMachine.claim(
            existing: existing, id: sample.id, clientID: sample.client, now: now, keepUntil: sample.keepUntil,
            epoch: Epoch())
        let write = decision.write.map(number) ?? 0
        return switch decision.outcome {
        case .claimed: Verdict(write: write, outcome: .claimed)
        case .processing: Verdict(write: write, outcome: .processing)
        case .settled(let record): Verdict(write: write, outcome: answer(of: record))
        }
    }

    private func settle(
        _ operation: Operation, _ existing: TransactionRecord?, _ now: Timestamp
    ) -> Verdict {
        var existing = existing
        let isLapsed = existing?.phase == .ended(.lapsed)
        if mutant == .settlesAnything || mutant == .wokenNodeSettles && isLapsed {
            existing?.phase = .processing(leaseUntil: now.adding(seconds: TransactionMachine.leaseSeconds))
        }
        let decision = TransactionMachine.settle(
            existing: existing, as: sample.settlement(operation, now: now), now: now
        ) { $0.proposedSubject }
        let write = decision.write.map(number) ?? 0
        return switch decision.outcome {
        case .settled(let record): Verdict(write: write, outcome: answer(of: record))
        case .lost: Verdict(write: write, outcome: .lost)
        }
    }

    /// What the callback says of it.
    private func answer(of record: TransactionRecord) -> Verdict.Outcome {
        switch record.phase {
        case .issued, .redeemed: .answeredCode
        case .rejected: .answeredError
        case .ended(.exhausted): .answeredExhausted
        case .processing, .ended(.lapsed): .answeredFailed
        }
    }

    private func handle(
        _ operation: Operation, _ existing: TransactionRecord?, _ now: Timestamp
    ) -> Verdict {
        let generation = Int(operation.generation)
        let isWrong = operation.isWrong && mutant != .asksNoVerifier
        var existing = existing
        var kept = 0
        if mutant == .earlierHandlesLive, case .issued(var issued) = existing?.phase,
            generation < issued.handleRedeemed
        {
            kept = issued.handleRedeemed
            issued.handleRedeemed = generation - 1
            existing?.phase = .issued(issued)
        }
        if mutant == .handlesOutliveCode, case .redeemed = existing?.phase, !isWrong {
            return Verdict(outcome: .redeemed)
        }
        let decision = TransactionMachine.redeemHandle(
            existing: existing, sample.handle(generation, isWrong: isWrong, now: now))
        var written = decision.write
        if kept > 0, case .issued(var issued) = written?.phase {
            issued.handleRedeemed = kept
            written?.phase = .issued(issued)
        }
        if mutant == .forgivesWrongVerifiers, isWrong { written = nil }
        let write = written.map(number) ?? 0
        return switch decision.outcome {
        case .redeemed: Verdict(write: write, outcome: .redeemed)
        case .refused: Verdict(write: write, outcome: .refused)
        }
    }

    private func code(_ operation: Operation, _ existing: TransactionRecord?, _ now: Timestamp) -> Verdict {
        let isWrong = operation.isWrong && mutant != .asksNoVerifier
        var now = now
        if mutant == .endsLate { now = now.adding(seconds: -5) }
        if mutant == .twinRevokes, case .redeemed = existing?.phase { now = now.adding(seconds: 2) }
        let decision = TransactionMachine.redeemCode(
            existing: existing, sample.code(isWrong: isWrong, now: now))
        if mutant == .forgivesWrongVerifiers, isWrong { return Verdict(outcome: .refused) }
        var verdict = Verdict(write: decision.write.map { number(of: $0.record) } ?? 0, outcome: .refused)
        switch decision.write?.grant {
        case .insert(let grant):
            verdict.grantChange = .insert
            verdict.grant = number(of: grant)
        case .revoke: verdict.grantChange = .revoke
        case nil, .some(.none): break
        }
        switch decision.outcome {
        case .redeemed: verdict.outcome = .redeemed
        case .refused: verdict.outcome = .refused
        case .replayed(let isRevokedNow):
            if mutant == .replayRevokesNothing { return Verdict(outcome: .refused) }
            verdict.outcome = isRevokedNow ? .replayed : .replayedAgain
        }
        return verdict
    }

    private func refresh(_ operation: Operation, _ existing: Grant?, _ now: Timestamp) -> Verdict {
        let grace = mutant == .graceWithoutLimit ? 1_000_000 : nil
        var existing = existing
        if mutant == .revokedRotates { existing?.revoked = false }
        let rotation = sample.refresh(Int(operation.generation), grace: grace, now: now)
        let decision = TransactionMachine.rotate(existing: existing, rotation)
        let write = decision.write.map(number) ?? 0
        switch decision.outcome {
        case .rotated(let grant):
            return Verdict(write: write, outcome: .rotated, generation: UInt8(grant.generation))
        case .repeated(let grant):
            let generation = UInt8(grant.generation) + (mutant == .repeatGoesOn ? 1 : 0)
            return Verdict(write: write, outcome: .repeated, generation: generation)
        case .refused: return Verdict(write: write, outcome: .refused)
        case .reused: return Verdict(write: write, outcome: .reused)
        case .unclear: return unclear(existing, rotation)
        case .exceeded: return Verdict(write: write, outcome: .exceeded)
        }
    }

    private func unclear(_ existing: Grant?, _ rotation: RefreshRotation) -> Verdict {
        guard var grant = existing else { return Verdict(outcome: .unclear) }
        if mutant == .setBackEndsFamilies {
            grant.revoked = true
            return Verdict(write: number(of: grant), outcome: .reused)
        }
        if mutant == .setBackRepeats, rotation.token.generation == grant.generation - 1 {
            return Verdict(outcome: .repeated, generation: UInt8(grant.generation))
        }
        return Verdict(outcome: .unclear)
    }
}
