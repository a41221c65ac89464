import OAuth

/// The table `spilled`: pending transactions too long for a cookie, sealed as they would be there.
struct SpillTable: ~Copyable {
    static let query = "SELECT sealed FROM spilled WHERE id=?1 AND keep_until>?2"

    private let count: Statement
    private let insert: Statement

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        // Looks at no more rows than may lie there; it reads the index alone.
        let count = try Statement(
            "SELECT count(*) FROM (SELECT 1 FROM spilled WHERE keep_until>?1 LIMIT ?2)", on: connection)
        let insert = try Statement(
            "INSERT OR REPLACE INTO spilled(id, keep_until, sealed) VALUES(?1,?2,?3)", on: connection)
        self.count = count
        self.insert = insert
    }

    /// Rows whose time is not over at `now`, as far as `limit`.
    borrowing func rows(at now: Timestamp, upTo limit: Int) throws(SQLiteFault) -> Int {
        defer { count.reset() }
        try count.bind(now.milliseconds, at: 1)
        try count.bind(limit, at: 2)
        return try count.step() ? count.int(0) : 0
    }

    borrowing func add(
        _ id: TransactionID, sealed: [UInt8], expiresAt: Timestamp
    ) throws(SQLiteFault) {
        try insert.bind(id.bytes, at: 1)
        try insert.bind(expiresAt.milliseconds, at: 2)
        try insert.bind(sealed, at: 3)
        try insert.run()
    }

    /// What lies there for `id`, by `query`.
    static func read(
        _ id: TransactionID, now: Timestamp, by row: borrowing Statement
    ) throws(SQLiteFault) -> [UInt8]? {
        defer { row.reset() }
        try row.bind(id.bytes, at: 1)
        try row.bind(now.milliseconds, at: 2)
        return try row.step() ? row.bytes(0) : nil
    }
}
