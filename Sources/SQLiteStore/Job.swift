import OAuth
import Store

/// One write that waits for its commit.
struct Job: Sendable {
    /// Hands the outcome to whoever waits for it.
    typealias Answer = @Sendable () -> Void

    /// The commit must reach the disk before the answer.
    let durable: Bool
    /// The caller's clock, for the sweep; nil where the call has none.
    let now: Timestamp?
    /// Reads, decides and writes, inside the batch's transaction; may run again when the batch had to be undone.
    let perform: @Sendable (Tables) throws(SQLiteFault) -> Answer
    /// Answers that nothing was done.
    let fail: @Sendable (LedgerFailure) -> Void
}
