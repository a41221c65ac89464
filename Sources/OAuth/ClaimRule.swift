extension TransactionMachine {
    /// Gives the right to ask the provider to the first who comes, once.
    ///
    /// A lapsed lease is never given again: the provider's code may be spent, so the transaction counts as failed. So
    /// does a transaction from before the store's epoch, and one whose row may have been forgotten: its code would be
    /// the same text as one that may be spent.
    package static func claim(
        existing: TransactionRecord?, id: TransactionID, clientID: ClientID, now: Timestamp,
        keepUntil: Timestamp, epoch: Epoch
    ) -> Decision<TransactionRecord, ClaimOutcome> {
        guard var record = existing else {
            if epoch.isBegun(after: id) || now >= keepUntil {
                let lapsed = TransactionRecord(
                    id: id, clientID: clientID, keepUntil: keepUntil, phase: .ended(.lapsed))
                return Decision(.settled(lapsed))
            }
            let claimed = TransactionRecord(
                id: id, clientID: clientID, keepUntil: keepUntil,
                phase: .processing(leaseUntil: now.adding(seconds: leaseSeconds)))
            return Decision(write: claimed, .claimed)
        }
        guard case .processing(let leaseUntil) = record.phase else { return Decision(.settled(record)) }
        if isLeased(until: leaseUntil, now) { return Decision(.processing) }
        record.phase = .ended(.lapsed)
        return Decision(write: record, .settled(record))
    }

    /// Ends a claim, unless its lease is over: then nobody's outcome counts any more.
    ///
    /// - Parameter subject: who somebody is here, asked only when the settlement goes ahead.
    package static func settle<Failure: Error>(
        existing: TransactionRecord?, as settlement: Settlement, now: Timestamp,
        subject: (Issuance) throws(Failure) -> Subject
    ) throws(Failure) -> Decision<TransactionRecord, SettleOutcome> {
        guard var record = existing, case .processing(let leaseUntil) = record.phase,
            isLeased(until: leaseUntil, now)
        else { return Decision(.lost(existing)) }
        switch settlement {
        case .issued(let issuance): record.phase = .issued(issuance.issued(to: try subject(issuance)))
        case .rejected(let rejection): record.phase = .rejected(rejection)
        }
        return Decision(write: record, .settled(record))
    }

    private static func isLeased(until leaseUntil: Timestamp, _ now: Timestamp) -> Bool {
        Lifespan(from: leaseUntil.adding(seconds: -leaseSeconds), until: leaseUntil).contains(now)
    }
}
