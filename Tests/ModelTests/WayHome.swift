import OAuth

/// What an honest app and its browser can still do, by the rules themselves and without anybody's interference.
extension Book {
    /// Whether the page offers a handle that leads to the tokens or to the error.
    func leadsHome(_ number: UInt16, at moment: UInt8) -> Bool {
        let key = UInt32(number) << 8 | UInt32(moment)
        if let known = waysHome[key] { return known }
        let leads = records[Int(number)].map { leadsHome($0, calendar.time(moment)) } ?? false
        waysHome[key] = leads
        return leads
    }

    private func leadsHome(_ record: TransactionRecord, _ now: Timestamp) -> Bool {
        let offered: Int
        switch record.handleStanding(at: now) {
        case .waiting(let generation, _), .pickedUp(let generation?, _): offered = generation
        case .pickedUp(nil, _), .completed, .expired: return false
        }
        let decision = TransactionMachine.redeemHandle(existing: record, sample.handle(offered, now: now))
        guard case .redeemed(let home) = decision.outcome else { return false }
        if home.isRejected { return true }
        let code = TransactionMachine.redeemCode(existing: home, sample.code(now: now))
        guard case .redeemed(_, let grant) = code.outcome else { return false }
        return sample.pending.scope.contains(Scope.offlineAccess) == (grant != nil)
    }

    /// Whether a callback is answered, or may ask the provider, once every lease is over.
    func isAnsweredInTheEnd(_ number: UInt16) -> Bool {
        let end = calendar.time(calendar.last).adding(seconds: TransactionMachine.leaseSeconds)
        return decide(.claim, on: number, now: end).outcome != .processing
    }

    /// Whether an access token still works.
    func stands(record: UInt16, grant: UInt16, at moment: UInt8) -> Bool {
        let key = UInt64(record) << 32 | UInt64(grant) << 8 | UInt64(moment)
        if let known = standings[key] { return known }
        let details = TransactionMachine.standing(
            record: records[Int(record)], grant: grants[Int(grant)], now: calendar.time(moment))
        standings[key] = details != nil
        return details != nil
    }
}
