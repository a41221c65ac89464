import OAuth

/// How many pending transactions lie spilled, as far as one writer knows: counted once a second, for counting costs.
package struct SpillGauge: Sendable {
    private var countedAt: Timestamp?
    private var rows = 0

    package init() {}

    /// Whether the rows must be counted before more is known at `now`.
    package func isStale(at now: Timestamp) -> Bool {
        guard let countedAt else { return true }
        return now < countedAt || now >= countedAt.adding(seconds: 1)
    }

    package mutating func counted(_ rows: Int, at now: Timestamp) {
        self.rows = rows
        countedAt = now
    }

    /// Takes room for one more row; false when there is none.
    package mutating func take(below limit: Int) -> Bool {
        guard rows < limit else { return false }
        rows += 1
        return true
    }
}
