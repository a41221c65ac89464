/// What to write of a presented code, into both rows at once.
package struct CodeWrite: Sendable, Equatable {
    /// Replaces the transaction's row.
    package let record: TransactionRecord
    package let grant: GrantChange

    package enum GrantChange: Sendable, Equatable {
        case none
        case insert(Grant)
        /// Revokes the grant of the same id, if there is one.
        case revoke
    }
}

extension TransactionMachine {
    /// Trades a code for tokens, once (RFC 6749 section 4.1.3, RFC 7636 section 4.6).
    ///
    /// A replay revokes what the first use gave, unless it raced with it (RFC 6749 section 4.1.2). Only who has the
    /// verifier can revoke: a code alone, read from a log or a history, signs nobody out.
    package static func redeemCode(
        existing: TransactionRecord?, _ redemption: CodeRedemption
    ) -> Decision<CodeWrite, CodeOutcome> {
        guard let record = existing, record.id == redemption.id else { return Decision(.refused) }
        switch record.phase {
        case .issued(let issued): return redeem(record, issued, redemption)
        case .redeemed(let redeemed): return replay(record, redeemed, redemption)
        case .processing, .rejected, .ended: return Decision(.refused)
        }
    }

    private static func redeem(
        _ record: TransactionRecord, _ issued: TransactionRecord.Issued, _ redemption: CodeRedemption
    ) -> Decision<CodeWrite, CodeOutcome> {
        let isProven = issued.challenge.isAnswered(by: redemption.verifier)
        let lifespan = Lifespan(from: record.id.createdAt, until: issued.codeExpiresAt)
        guard record.clientID == redemption.clientID, lifespan.contains(redemption.now),
            issued.details.redirectURI.utf8.elementsEqual(redemption.redirectURI.utf8)
        else { return Decision(.refused) }
        guard isProven else {
            return Decision(write: CodeWrite(record: counting(record, issued), grant: .none), .refused)
        }
        var spent = record
        spent.phase = .redeemed(
            .init(at: redemption.now, challenge: issued.challenge, details: issued.details))
        guard issued.details.scope.contains(Scope.offlineAccess) else {
            return Decision(write: CodeWrite(record: spent, grant: .none), .redeemed(spent, nil))
        }
        let grant = Grant(
            id: record.id, clientID: record.clientID, rotatedAt: redemption.now,
            expiresAt: redemption.now.adding(seconds: redemption.refreshLifetime), details: issued.details)
        return Decision(write: CodeWrite(record: spent, grant: .insert(grant)), .redeemed(spent, grant))
    }

    /// The record after one more wrong verifier.
    private static func counting(
        _ record: TransactionRecord, _ issued: TransactionRecord.Issued
    ) -> TransactionRecord {
        var (record, issued) = (record, issued)
        record.phase = issued.countWrongVerifier() ? .ended(.exhausted) : .issued(issued)
        return record
    }

    private static func replay(
        _ record: TransactionRecord, _ redeemed: TransactionRecord.Redeemed, _ redemption: CodeRedemption
    ) -> Decision<CodeWrite, CodeOutcome> {
        let isProven = redeemed.challenge.isAnswered(by: redemption.verifier)
        let race = Lifespan(
            from: redeemed.at, until: redeemed.at.adding(milliseconds: racingMilliseconds + 1))
        guard record.clientID == redemption.clientID, isProven, !race.contains(redemption.now) else {
            return Decision(.refused)
        }
        guard !redeemed.revoked else { return Decision(.replayed(revoked: false)) }
        return Decision(
            write: CodeWrite(record: revoking(record, redeemed), grant: .revoke), .replayed(revoked: true))
    }

    private static func revoking(
        _ record: TransactionRecord, _ redeemed: TransactionRecord.Redeemed
    ) -> TransactionRecord {
        var (record, redeemed) = (record, redeemed)
        redeemed.revoked = true
        record.phase = .redeemed(redeemed)
        return record
    }

    /// What a redeemed code is still good for at `now`: nil when it was revoked, ran out or never was.
    ///
    /// The transaction's row may be forgotten while its grant lives.
    package static func standing(
        record: TransactionRecord?, grant: Grant?, now: Timestamp
    ) -> SignInDetails? {
        if let grant { return grant.revoked || now >= grant.expiresAt ? nil : grant.details }
        guard case .redeemed(let redeemed) = record?.phase, !redeemed.revoked else { return nil }
        return redeemed.details
    }
}
