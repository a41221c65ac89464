import OAuth
import Store

/// A connection that only reads, and what is prepared on it.
struct ReadTables: ~Copyable {
    private let connection: Connection
    private let transactions: Statement
    private let grants: Statement
    private let spills: Statement
    private let keys: Statement
    private let schema: Statement

    init(_ configuration: SQLiteConfiguration) throws(SQLiteFault) {
        // Readers of a WAL file meet a lock only while another process recovers it.
        let connection = try Connection(path: configuration.path, access: .read, busyMilliseconds: 100)
        try connection.execute("PRAGMA cache_size=-1000")
        let transactions = try Statement(TransactionRow.query, on: connection)
        let grants = try Statement(GrantTable.query, on: connection)
        let spills = try Statement(SpillTable.query, on: connection)
        let keys = try Statement(KeyTable.query, on: connection)
        let schema = try Statement("SELECT count(*) FROM migrations", on: connection)
        self.connection = connection
        self.transactions = transactions
        self.grants = grants
        self.spills = spills
        self.keys = keys
        self.schema = schema
    }

    borrowing func transaction(_ id: TransactionID, seal: Seal) throws(SQLiteFault) -> TransactionRecord? {
        try TransactionRow.read(id, by: transactions, seal: seal)?.record
    }

    borrowing func grant(_ id: TransactionID, seal: Seal) throws(SQLiteFault) -> Grant? {
        try GrantTable.read(id, by: grants, seal: seal)?.grant
    }

    borrowing func spilled(_ id: TransactionID, now: Timestamp) throws(SQLiteFault) -> [UInt8]? {
        try SpillTable.read(id, now: now, by: spills)
    }

    borrowing func signingKeys(seal: Seal) throws(SQLiteFault) -> [StoredSigningKey] {
        try KeyTable.read(by: keys, seal: seal)
    }

    /// A statement for once.
    borrowing func prepare(_ sql: String) throws(SQLiteFault) -> Statement {
        try Statement(sql, on: connection)
    }

    /// Reads a little of the file.
    borrowing func ping() throws(SQLiteFault) {
        defer { schema.reset() }
        _ = try schema.step()
    }
}
