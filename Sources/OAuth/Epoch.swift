/// The life of a store between two restorations: what was handed out before it began is worth nothing in it.
package struct Epoch: Sendable, Equatable {
    /// 0 in a store that was never restored.
    package let number: Int64
    /// Nil in a store that was never restored.
    package let began: Timestamp?

    package init(number: Int64 = 0, began: Timestamp? = nil) {
        self.number = number
        self.began = began
    }

    /// The one that begins now.
    package func next(at now: Timestamp) -> Epoch { Epoch(number: number + 1, began: now) }

    /// Whether a transaction is older. Its row may have gone with the epoch before, so nothing tells what became of it.
    func isBegun(after id: TransactionID) -> Bool {
        guard let began else { return false }
        return id.createdAt < began
    }
}
