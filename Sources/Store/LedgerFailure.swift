/// Why a ledger could not answer. What is expected of a ledger is an outcome, never one of these.
///
/// After a failure nothing was acknowledged: the caller answers 503, and the same request may come again.
package enum LedgerFailure: Error, Sendable, Equatable {
    /// The store cannot be reached, is locked for too long or shuts down. The reason is for the operator.
    case unavailable(String)
    /// The caller's clock is that far behind what the store has seen (see `Stamp`): nothing was done.
    case clockWentBack(milliseconds: Int64)
    /// No space is left.
    case full
    /// The store may not be written to.
    case readOnly
    /// What is stored cannot be read back. The reason is for the operator.
    case corrupt(String)
    /// The store was sealed under a master key that is not among those given.
    case otherMasterKey
    /// The file is another program's database.
    case foreign(String)
    /// A newer program has changed the tables in a way that this one would misread.
    case newerSchema(found: Int, known: Int)
}

extension LedgerFailure: CustomStringConvertible {
    /// One line for the operator.
    package var description: String {
        switch self {
        case .unavailable(let reason): "the store is not available: \(reason)"
        case .clockWentBack(let milliseconds):
            "the clock is \(milliseconds / 1000) s behind what the store has seen: it is right again when it has caught "
                + "up, or after homing restore"
        case .full: "the store has no space left"
        case .readOnly: "the store is read-only"
        case .corrupt(let reason): "the store holds what cannot be read: \(reason)"
        case .otherMasterKey:
            "the store was sealed under another master key: secrets.master_key must be that key, "
                + "or a list of the new key with that key behind it"
        case .foreign(let reason): "the store is not Homing's: \(reason)"
        case .newerSchema(let found, let known):
            "the store has schema version \(found), this program knows \(known): "
                + "run the newer release, or restore a copy made before the update"
        }
    }
}
