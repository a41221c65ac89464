/// What a claim found.
package enum ClaimOutcome: Sendable, Equatable {
    /// The caller has it and asks the provider.
    case claimed
    /// Somebody else has it and their lease runs.
    case processing
    /// It is settled, or its lease lapsed.
    case settled(TransactionRecord)
}

/// What became of a settlement.
package enum SettleOutcome: Sendable, Equatable {
    case settled(TransactionRecord)
    /// The lease was over, or there was no claim: nothing was written. With what stands there.
    case lost(TransactionRecord?)
}

/// What became of a handle.
package enum HandleOutcome: Sendable, Equatable {
    /// The record is in the phase `issued` and its code lives anew.
    case redeemed(TransactionRecord)
    /// One answer for whatever was wrong.
    case refused
}

/// What became of a code.
package enum CodeOutcome: Sendable, Equatable {
    /// With a grant where the app has offline access.
    case redeemed(TransactionRecord, Grant?)
    /// One answer for whatever was wrong.
    case refused
    /// Redeemed before, and that is no racing twin: what it gave is revoked, `revoked` when by this very replay.
    case replayed(revoked: Bool)
}

/// What became of a refresh token.
package enum RotationOutcome: Sendable, Equatable {
    /// The grant's generation is the successor.
    case rotated(Grant)
    /// The one before the current one within its grace: the same successor again.
    case repeated(Grant)
    case refused
    /// An old one came again: the family is revoked by this very use.
    case reused
    /// The clock stands before the last rotation, so nobody can tell whether an old token came late. Nothing changed;
    /// the same request may come again.
    case unclear
    /// More was asked for than granted; nothing changed.
    case exceeded(TokenErrorCode)
}
