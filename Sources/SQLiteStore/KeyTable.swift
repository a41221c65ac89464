import OAuth
import Store

/// The table `signing_keys`. It has a handful of rows.
struct KeyTable: ~Copyable {
    static let query = "SELECT kid, algorithm, created_at, sealed FROM signing_keys ORDER BY created_at, kid"

    private let select: Statement
    private let insert: Statement

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let select = try Statement(Self.query, on: connection)
        let insert = try Statement(
            "INSERT INTO signing_keys(kid, algorithm, created_at, sealed) VALUES(?1,?2,?3,?4)", on: connection
        )
        self.select = select
        self.insert = insert
    }

    borrowing func keys(seal: Seal) throws(SQLiteFault) -> [StoredSigningKey] {
        try Self.read(by: select, seal: seal)
    }

    /// All keys by `query`, the oldest first.
    static func read(by row: borrowing Statement, seal: Seal) throws(SQLiteFault) -> [StoredSigningKey] {
        defer { row.reset() }
        var keys: [StoredSigningKey] = []
        while try row.step() {
            let kid = row.text(0)
            keys.append(
                StoredSigningKey(
                    kid: kid, algorithm: row.text(1), createdAt: Timestamp(milliseconds: row.int64(2)),
                    privateKey: try seal.open(row.bytes(3), forKey: kid)))
        }
        return keys
    }

    borrowing func add(_ key: StoredSigningKey, seal: Seal) throws(SQLiteFault) {
        try insert.bind(key.kid, at: 1)
        try insert.bind(key.algorithm, at: 2)
        try insert.bind(key.createdAt.milliseconds, at: 3)
        try insert.bind(seal.seal(key.privateKey, forKey: key.kid), at: 4)
        try insert.run()
    }
}
