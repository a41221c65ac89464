import OAuth

/// Each wrong property alone, and all of them together, at every row and moment that the world reaches.
extension Book {
    func strangerFault(record: UInt16, grant: UInt16, at moment: UInt8) -> Promise? {
        let key = UInt64(record) << 32 | UInt64(grant) << 8 | UInt64(moment)
        guard !met.contains(key) else { return nil }
        met.insert(key)
        let now = calendar.time(moment)
        if let record = records[Int(record)], let fault = fault(of: record, now) { return fault }
        return grants[Int(grant)].flatMap { fault(of: $0, now) }
    }

    private func fault(of record: TransactionRecord, _ now: Timestamp) -> Promise? {
        for subset in 1..<16 {
            let id = subset & 1 == 0 ? sample.id : sample.otherID
            let client = subset & 2 == 0 || mutant == .asksNoClient ? sample.client : sample.otherClient
            let verifier = subset & 4 == 0 ? sample.verifier : sample.wrongVerifier
            let uri = sample.pending.redirectURI + (subset & 8 == 0 ? "" : "/")
            let code = TransactionMachine.redeemCode(
                existing: record,
                CodeRedemption(
                    id: id, clientID: client, redirectURI: uri, verifier: verifier, now: now,
                    lifetimes: sample.lifetimes))
            // A replay is known by its verifier: once the code is spent, its redirect URI says nothing.
            let isReplay = subset == 8 && RecordFacts(record).phase == .redeemed
            if code.outcome != .refused, !isReplay { return .strangersChangeNothing }
            if code.write != nil, subset != 4, !isReplay { return .strangersChangeNothing }
            guard subset < 8 else { continue }
            for generation in 1...3 {
                let handle = TransactionMachine.redeemHandle(
                    existing: record,
                    HandleRedemption(
                        handle: NumberedID(id: id, generation: generation), clientID: client,
                        verifier: verifier, now: now, lifetimes: sample.lifetimes))
                if handle.outcome != .refused { return .strangersChangeNothing }
                if handle.write != nil, subset != 4 { return .strangersChangeNothing }
            }
        }
        for generation in [-1, 0, 4, 65_535] {
            let presented = mutant == .endlessHandles ? min(generation, 3) : generation
            let handle = TransactionMachine.redeemHandle(
                existing: record, sample.handle(presented, now: now))
            if handle.outcome != .refused || handle.write != nil { return .kinds }
        }
        return nil
    }

    private func fault(of grant: Grant, _ now: Timestamp) -> Promise? {
        for generation in 0...grant.generation + 1 {
            for subset in 1..<4 {
                let id = subset & 1 == 0 ? sample.id : sample.otherID
                let client = subset & 2 == 0 ? sample.client : sample.otherClient
                let decision = TransactionMachine.rotate(
                    existing: grant,
                    RefreshRotation(
                        token: NumberedID(id: id, generation: generation), clientID: client, now: now,
                        lifetimes: sample.lifetimes))
                if decision.outcome != .refused || decision.write != nil { return .strangersChangeNothing }
            }
        }
        for generation in [-1, 0, grant.generation + 1, Int(UInt32.max)] {
            let decision = TransactionMachine.rotate(existing: grant, sample.refresh(generation, now: now))
            if decision.outcome != .refused || decision.write != nil { return .kinds }
        }
        return nil
    }
}
