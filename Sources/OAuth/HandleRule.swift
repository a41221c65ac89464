extension TransactionMachine {
    /// Trades a handle for the authorization response, once, and starts the code's life anew.
    ///
    /// A redeemed handle ends those before it. Another client's attempt changes nothing.
    package static func redeemHandle(
        existing: TransactionRecord?, _ redemption: HandleRedemption
    ) -> Decision<TransactionRecord, HandleOutcome> {
        guard var record = existing else { return Decision(.refused) }
        switch record.phase {
        case .issued(var issued):
            let verdict = judge(&issued, of: record, redemption)
            if verdict == .proven {
                issued.codeExpiresAt = redemption.now.adding(seconds: redemption.codeLifetime)
            }
            record.phase = .issued(issued)
            return decision(verdict, record)
        case .rejected(var rejection):
            let verdict = judge(&rejection, of: record, redemption)
            record.phase = .rejected(rejection)
            return decision(verdict, record)
        case .processing, .redeemed, .ended: return Decision(.refused)
        }
    }

    private enum HandleVerdict { case proven, wrongVerifier, lastWrongVerifier, refused }

    /// Holds a redemption against what is kept, and notes it there.
    private static func judge(
        _ kept: inout some HandleKeeping, of record: TransactionRecord, _ redemption: HandleRedemption
    ) -> HandleVerdict {
        // Computed whatever else is wrong, so that the time tells nothing.
        let isProven = kept.challenge.isAnswered(by: redemption.verifier)
        let generation = redemption.handle.generation
        let lifespan = Lifespan(from: record.id.createdAt, until: kept.handleExpiresAt)
        guard record.id == redemption.id, record.clientID == redemption.clientID,
            generation > kept.handleRedeemed, generation <= TransactionRecord.handleGenerations,
            lifespan.contains(redemption.now)
        else { return .refused }
        guard isProven else { return kept.countWrongVerifier() ? .lastWrongVerifier : .wrongVerifier }
        kept.handleRedeemed = generation
        return .proven
    }

    private static func decision(
        _ verdict: HandleVerdict, _ record: TransactionRecord
    ) -> Decision<TransactionRecord, HandleOutcome> {
        switch verdict {
        case .proven: return Decision(write: record, .redeemed(record))
        case .wrongVerifier: return Decision(write: record, .refused)
        case .lastWrongVerifier:
            var record = record
            record.phase = .ended(.exhausted)
            return Decision(write: record, .refused)
        case .refused: return Decision(.refused)
        }
    }
}
