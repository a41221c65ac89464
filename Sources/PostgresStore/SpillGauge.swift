import OAuth

/// How many rows lie spilled, as far as this lane knows: counted once a second, for counting costs.
struct SpillGauge {
    private var countedAt: Timestamp?
    private var rows = 0

    /// Whether the rows must be counted before more is known at `now`.
    func isStale(at now: Timestamp) -> Bool {
        guard let countedAt else { return true }
        return now < countedAt || now >= countedAt.adding(seconds: 1)
    }

    mutating func counted(_ rows: Int, at now: Timestamp) {
        self.rows = rows
        countedAt = now
    }

    /// Takes room for one more row; false when there is none.
    mutating func take(below limit: Int) -> Bool {
        guard rows < limit else { return false }
        rows += 1
        return true
    }
}
