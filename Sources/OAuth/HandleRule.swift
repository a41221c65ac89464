extension TransactionMachine {
    /// Trades a handle for the authorization response, once, and starts the code's life anew.
    ///
    /// A redeemed handle ends those before it. Another client's attempt changes nothing.
    package static func redeemHandle(
        existing: TransactionRecord?, _ redemption: HandleRedemption
    ) -> Decision<TransactionRecord, HandleOutcome> {
        guard var record = existing, case .issued(var issued) = record.phase else {
            return Decision(.refused)
        }
        // Computed whatever else is wrong, so that the time tells nothing.
        let isProven = issued.challenge.isAnswered(by: redemption.verifier)
        let generation = redemption.handle.generation
        let lifespan = Lifespan(from: record.id.createdAt, until: issued.handleExpiresAt)
        guard record.id == redemption.id, record.clientID == redemption.clientID,
            generation > issued.handleRedeemed, generation <= TransactionRecord.handleGenerations,
            lifespan.contains(redemption.now)
        else { return Decision(.refused) }
        guard isProven else { return Decision(write: counting(record, issued), .refused) }
        issued.handleRedeemed = generation
        issued.codeExpiresAt = redemption.now.adding(seconds: redemption.codeLifetime)
        record.phase = .issued(issued)
        return Decision(write: record, .redeemed(record))
    }

    /// The record after one more wrong verifier.
    static func counting(
        _ record: TransactionRecord, _ issued: TransactionRecord.Issued
    ) -> TransactionRecord {
        var (record, issued) = (record, issued)
        issued.wrongVerifiers += 1
        record.phase = issued.wrongVerifiers < wrongVerifierLimit ? .issued(issued) : .ended(.exhausted)
        return record
    }
}
