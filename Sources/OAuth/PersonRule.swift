extension TransactionMachine {
    /// Takes a person out of a transaction: everything that is remembered of the sign-in goes, and its code and handles
    /// with it. The row stays for its time, so that the same transaction is never claimed anew.
    /// - Returns: what to write; nil for a transaction that is not of `subject`.
    package static func forget(existing: TransactionRecord?, subject: Subject) -> TransactionRecord? {
        guard var record = existing, record.details?.subject == subject else { return nil }
        record.phase = .ended(.lapsed)
        return record
    }
}
