import OAuth
import Store

/// Deletes what has outlived its time, in one range of ids at a time.
struct Sweeper: ~Copyable {
    private let transactions: Range
    private let grants: Range
    private let spilled: Range

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let transactions = try Range("transactions", on: connection)
        let grants = try Range("grants", on: connection)
        let spilled = try Range("spilled", on: connection)
        self.transactions = transactions
        self.grants = grants
        self.spilled = spilled
    }

    /// Looks at `rows` rows past the id `cursor` and deletes those whose time is over at `now`.
    /// - Returns: the last id looked at; nil when the end of the table was reached.
    borrowing func step(
        _ table: Sweep.Table, past cursor: [UInt8], rows: Int, now: Timestamp
    ) throws(SQLiteFault) -> [UInt8]? {
        switch table {
        case .transactions: try transactions.step(past: cursor, rows: rows, now: now)
        case .grants: try grants.step(past: cursor, rows: rows, now: now)
        case .spilled: try spilled.step(past: cursor, rows: rows, now: now)
        }
    }

    private struct Range: ~Copyable {
        private let end: Statement
        private let delete: Statement

        init(_ table: String, on connection: borrowing Connection) throws(SQLiteFault) {
            let end = try Statement(
                """
                SELECT max(id), count(*) FROM (SELECT id FROM \(table) WHERE id>?1 ORDER BY id LIMIT ?2)
                """, on: connection)
            let delete = try Statement(
                "DELETE FROM \(table) WHERE id>?1 AND id<=?2 AND keep_until<=?3", on: connection)
            self.end = end
            self.delete = delete
        }

        borrowing func step(past cursor: [UInt8], rows: Int, now: Timestamp) throws(SQLiteFault) -> [UInt8]? {
            let found = try last(past: cursor, rows: rows)
            guard found.count > 0 else { return nil }
            try delete.bind(cursor, at: 1)
            try delete.bind(found.id, at: 2)
            try delete.bind(now.milliseconds, at: 3)
            try delete.run()
            return found.count == rows ? found.id : nil
        }

        private borrowing func last(
            past cursor: [UInt8], rows: Int
        ) throws(SQLiteFault) -> (id: [UInt8], count: Int) {
            defer { end.reset() }
            try end.bind(cursor, at: 1)
            try end.bind(rows, at: 2)
            return try end.step() ? (end.bytes(0), end.int(1)) : ([], 0)
        }
    }
}
