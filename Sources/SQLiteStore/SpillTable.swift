import OAuth

/// The table `spilled`: pending transactions too long for a cookie, sealed as they would be there.
struct SpillTable: ~Copyable {
    static let query = "SELECT sealed FROM spilled WHERE id=?1 AND keep_until>?2"

    private let expire: Statement
    private let count: Statement
    private let insert: Statement

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let expire = try Statement("DELETE FROM spilled WHERE keep_until<=?1", on: connection)
        let count = try Statement("SELECT count(*) FROM spilled", on: connection)
        let insert = try Statement(
            "INSERT OR REPLACE INTO spilled(id, keep_until, sealed) VALUES(?1,?2,?3)", on: connection)
        self.expire = expire
        self.count = count
        self.insert = insert
    }

    /// Rows whose time is not over at `now`. The others go: how many may lie there is bounded.
    borrowing func rows(at now: Timestamp) throws(SQLiteFault) -> Int {
        try expire.bind(now.milliseconds, at: 1)
        try expire.run()
        defer { count.reset() }
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
