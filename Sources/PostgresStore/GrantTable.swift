import OAuth

/// The table `grants`: one row a family of refresh tokens, changed only by compare-and-set on its version.
enum GrantTable {
    /// A row as it was read.
    struct Row: Sendable {
        let grant: Grant
        let version: Int64
        /// The details as they lie in the database.
        let sealed: [UInt8]
    }

    /// The columns in the order in which `row` takes them.
    private static let columns = "version, keep_until, client, generation, rotated_at, revoked, details, id"

    private static let select = Statement(
        "grant", .bytes, sql: "SELECT \(columns) FROM grants WHERE id=$1")
    /// Rows past an id, and how many at most.
    private static let page = Statement(
        "grants", .bytes, .number, sql: "SELECT \(columns) FROM grants WHERE id>$1 ORDER BY id LIMIT $2")
    private static let move = Statement(
        "rotate", .bytes, .number, .number, .number, .number, .bool, .bytes,
        sql: """
            UPDATE grants SET version=version+1, keep_until=$3, generation=$4, rotated_at=$5, revoked=$6,
            details=coalesce($7, details) WHERE id=$1 AND version=$2
            """)

    private static let delete = Statement("drop grant", .bytes, sql: "DELETE FROM grants WHERE id=$1")

    static let statements = [select, page, move, delete]

    static func read(_ id: TransactionID) -> Command { Command(select) { $0.add(id.bytes) } }

    /// The row `id` in an answer to `read`; nil when there is none.
    static func row(_ id: TransactionID, in answer: Answer, seal: Seal) throws(PostgresFault) -> Row? {
        answer.rows == 0 ? nil : try read(at: answer.row(0), seal: seal)
    }

    /// Rows past `id`, 256 at most.
    static func page(past id: TransactionID?) -> Command {
        Command(page) {
            $0.add(id?.bytes ?? [])
            $0.add(PersonReading.pageRows)
        }
    }

    static func delete(_ id: TransactionID) -> Command { Command(delete) { $0.add(id.bytes) } }

    static func id(at row: Answer.Row) throws(PostgresFault) -> TransactionID {
        guard let id = TransactionID(row.bytes(7)) else { throw .unreadable("a grant without an id") }
        return id
    }

    /// A row of these columns.
    static func read(at row: Answer.Row, seal: Seal) throws(PostgresFault) -> Row {
        let id = try id(at: row)
        guard let client = ClientID(row.text(2)) else { throw .unreadable("a grant without a client") }
        let sealed = row.bytes(6)
        let grant = Grant(
            id: id, clientID: client, generation: row.int(3),
            rotatedAt: Timestamp(milliseconds: row.int64(4)),
            expiresAt: Timestamp(milliseconds: row.int64(1)), revoked: row.bool(5),
            details: try seal.details(sealed, of: id))
        return Row(grant: grant, version: row.int64(0), sealed: sealed)
    }

    /// Makes `row` what `grant` says; the details never change, save that the master key's latest seals them.
    static func update(_ row: Row, to grant: Grant, seal: Seal) -> Command {
        Command(move) {
            $0.add(grant.id.bytes)
            $0.add(row.version)
            $0.add(grant.expiresAt.milliseconds)
            $0.add(grant.generation)
            $0.add(grant.rotatedAt.milliseconds)
            $0.add(grant.revoked)
            $0.add(seal.resealed(row.sealed, for: grant.id))
        }
    }
}
