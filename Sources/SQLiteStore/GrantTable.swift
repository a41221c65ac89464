import OAuth

/// The table `grants`: one row a family of refresh tokens, changed only by compare-and-set on its version.
struct GrantTable: ~Copyable {
    /// A row as it was read.
    struct Row: Sendable {
        let grant: Grant
        let version: Int64
        /// The details as they lie in the file.
        let sealed: [UInt8]
    }

    /// The columns in the order in which `read` takes them.
    private static let columns = "version, keep_until, client, generation, rotated_at, revoked, details, id"

    static let query = "SELECT \(columns) FROM grants WHERE id=?1"

    /// Rows past an id, and how many at most.
    static let page = "SELECT \(columns) FROM grants WHERE id>?1 ORDER BY id LIMIT ?2"

    private let select: Statement
    private let insert: Statement
    private let move: Statement
    private let delete: Statement

    init(on connection: borrowing Connection) throws(SQLiteFault) {
        let select = try Statement(Self.query, on: connection)
        let insert = try Statement(
            """
            INSERT INTO grants(id, version, keep_until, client, generation, rotated_at, revoked, details)
            VALUES(?1,1,?2,?3,?4,?5,?6,?7)
            """, on: connection)
        let move = try Statement(
            """
            UPDATE grants SET version=version+1, keep_until=?3, generation=?4, rotated_at=?5, revoked=?6,
            details=coalesce(?7,details) WHERE id=?1 AND version=?2
            """, on: connection)
        let delete = try Statement("DELETE FROM grants WHERE id=?1", on: connection)
        self.select = select
        self.insert = insert
        self.move = move
        self.delete = delete
    }

    borrowing func row(_ id: TransactionID, seal: Seal) throws(SQLiteFault) -> Row? {
        try Self.read(id, by: select, seal: seal)
    }

    /// The row `id` by `query`; nil when there is none.
    static func read(
        _ id: TransactionID, by row: borrowing Statement, seal: Seal
    ) throws(SQLiteFault) -> Row? {
        defer { row.reset() }
        try row.bind(id.bytes, at: 1)
        return try row.step() ? try read(at: row, seal: seal) : nil
    }

    static func id(at row: borrowing Statement) throws(SQLiteFault) -> TransactionID {
        guard let id = TransactionID(row.bytes(7)) else { throw .unreadable("a grant without an id") }
        return id
    }

    /// The row at which a statement of these columns stands.
    static func read(at row: borrowing Statement, seal: Seal) throws(SQLiteFault) -> Row {
        let id = try id(at: row)
        guard let client = ClientID(row.text(2)) else { throw .unreadable("a grant without a client") }
        let sealed = row.bytes(6)
        let grant = Grant(
            id: id, clientID: client, generation: row.int(3),
            rotatedAt: Timestamp(milliseconds: row.int64(4)),
            expiresAt: Timestamp(milliseconds: row.int64(1)), revoked: row.int(5) != 0,
            details: try seal.details(sealed, of: id))
        return Row(grant: grant, version: row.int64(0), sealed: sealed)
    }

    /// - Parameter sealed: the details, as they lie in the transaction's own row.
    borrowing func add(_ grant: Grant, sealed: [UInt8]) throws(SQLiteFault) {
        try insert.bind(grant.id.bytes, at: 1)
        try insert.bind(grant.expiresAt.milliseconds, at: 2)
        try insert.bind(grant.clientID.text, at: 3)
        try insert.bind(grant.generation, at: 4)
        try insert.bind(grant.rotatedAt.milliseconds, at: 5)
        try insert.bind(grant.revoked ? 1 : 0, at: 6)
        try insert.bind(sealed, at: 7)
        try insert.run()
    }

    /// Makes `row` what `grant` says; the details never change, save that the master key's latest seals them.
    /// - Parameter resealed: the details sealed anew, where an older key had sealed them.
    /// - Throws: when the row is no longer the one that was read; nothing is written then.
    borrowing func update(
        _ row: Row, to grant: Grant, resealed: [UInt8]? = nil, on connection: borrowing Connection
    ) throws(SQLiteFault) {
        try move.bind(grant.id.bytes, at: 1)
        try move.bind(row.version, at: 2)
        try move.bind(grant.expiresAt.milliseconds, at: 3)
        try move.bind(grant.generation, at: 4)
        try move.bind(grant.rotatedAt.milliseconds, at: 5)
        try move.bind(grant.revoked ? 1 : 0, at: 6)
        try move.bind(resealed, at: 7)
        try move.run()
        guard connection.changes == 1 else { throw .lostUpdate }
    }

    /// Takes grants out and returns how many there were.
    borrowing func delete(
        _ ids: [TransactionID], on connection: borrowing Connection
    ) throws(SQLiteFault) -> Int {
        var count = 0
        for id in ids {
            try delete.bind(id.bytes, at: 1)
            try delete.run()
            count += connection.changes
        }
        return count
    }
}
