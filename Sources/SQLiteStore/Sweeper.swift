import OAuth
import Store

/// Deletes what has outlived its time, in one range of ids at a time.
struct Sweeper: ~Copyable {
    private let transactions: Range
    private let grants: Range
    private let spilled: Range
    private let size: Statement

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let transactions = try Range("transactions", on: connection)
        let grants = try Range("grants", on: connection)
        let spilled = try Range("spilled", on: connection)
        let size = try Statement(
            "SELECT page_count*page_size FROM pragma_page_count, pragma_page_size", on: connection)
        self.transactions = transactions
        self.grants = grants
        self.spilled = spilled
        self.size = size
    }

    /// Looks at `rows` rows past the id `cursor` and deletes those whose time is over at `now`.
    borrowing func step(
        _ table: Sweep.Table, past cursor: [UInt8], rows: Int, now: Timestamp,
        on connection: borrowing Connection
    ) throws(SQLiteFault) -> Sweep.Step {
        switch table {
        case .transactions: try transactions.step(past: cursor, rows: rows, now: now, on: connection)
        case .grants: try grants.step(past: cursor, rows: rows, now: now, on: connection)
        case .spilled: try spilled.step(past: cursor, rows: rows, now: now, on: connection)
        }
    }

    /// Bytes of the whole file, without its log.
    borrowing func bytes() throws(SQLiteFault) -> Int {
        defer { size.reset() }
        return try size.step() ? size.int(0) : 0
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

        borrowing func step(
            past cursor: [UInt8], rows: Int, now: Timestamp, on connection: borrowing Connection
        ) throws(SQLiteFault) -> Sweep.Step {
            let found = try last(past: cursor, rows: rows)
            guard found.count > 0 else { return Sweep.Step(cursor: nil, looked: 0, deleted: 0) }
            try delete.bind(cursor, at: 1)
            try delete.bind(found.id, at: 2)
            try delete.bind(now.milliseconds, at: 3)
            try delete.run()
            return Sweep.Step(
                cursor: found.count == rows ? found.id : nil, looked: found.count, deleted: connection.changes
            )
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
