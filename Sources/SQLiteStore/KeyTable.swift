import OAuth
import Store

/// The tables `signing_keys` and `signing_key_times`. They have a handful of rows. A key without a time comes from a
/// program that knew none: it signed from its making on.
struct KeyTable: ~Copyable {
    static let query = """
        SELECT kid, algorithm, created_at, sealed, coalesce(active_from, created_at)
        FROM signing_keys LEFT JOIN signing_key_times USING(kid) ORDER BY 5, created_at, kid
        """

    private let select: Statement
    private let insert: Statement
    private let insertTime: Statement
    private let delete: Statement
    private let deleteTime: Statement

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let select = try Statement(Self.query, on: connection)
        let insert = try Statement(
            "INSERT INTO signing_keys(kid, algorithm, created_at, sealed) VALUES(?1,?2,?3,?4)", on: connection
        )
        let insertTime = try Statement(
            "INSERT INTO signing_key_times(kid, active_from) VALUES(?1,?2)", on: connection)
        let delete = try Statement("DELETE FROM signing_keys WHERE kid=?1", on: connection)
        let deleteTime = try Statement("DELETE FROM signing_key_times WHERE kid=?1", on: connection)
        self.select = select
        self.insert = insert
        self.insertTime = insertTime
        self.delete = delete
        self.deleteTime = deleteTime
    }

    borrowing func keys(seal: Seal) throws(SQLiteFault) -> [StoredSigningKey] {
        try Self.read(by: select, seal: seal)
    }

    /// All keys by `query`, in the order in which they come to sign.
    static func read(by row: borrowing Statement, seal: Seal) throws(SQLiteFault) -> [StoredSigningKey] {
        defer { row.reset() }
        var keys: [StoredSigningKey] = []
        while try row.step() {
            let kid = row.text(0)
            keys.append(
                StoredSigningKey(
                    kid: kid, algorithm: row.text(1), createdAt: Timestamp(milliseconds: row.int64(2)),
                    activeFrom: Timestamp(milliseconds: row.int64(4)),
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
        try insertTime.bind(key.kid, at: 1)
        try insertTime.bind(key.activeFrom.milliseconds, at: 2)
        try insertTime.run()
    }

    borrowing func drop(_ kids: Set<String>) throws(SQLiteFault) {
        for kid in kids {
            try delete.bind(kid, at: 1)
            try delete.run()
            try deleteTime.bind(kid, at: 1)
            try deleteTime.run()
        }
    }
}
