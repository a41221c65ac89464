import OAuth

/// The table `grants`: one row a family of refresh tokens, changed only by compare-and-set on its version.
enum GrantTable {
    /// A row as it was read.
    struct Row: Sendable {
        let grant: Grant
        let version: Int64
    }

    /// The columns in the order in which `row` takes them.
    private static let select = Statement(
        "grant", .bytes,
        sql: """
            SELECT version, keep_until, client, generation, rotated_at, revoked, details FROM grants WHERE id=$1
            """)
    private static let move = Statement(
        "rotate", .bytes, .number, .number, .number, .number, .bool,
        sql: """
            UPDATE grants SET version=version+1, keep_until=$3, generation=$4, rotated_at=$5, revoked=$6
            WHERE id=$1 AND version=$2
            """)

    static let statements = [select, move]

    static func read(_ id: TransactionID) -> Command { Command(select) { $0.add(id.bytes) } }

    /// The row `id` in an answer to `read`; nil when there is none.
    static func row(_ id: TransactionID, in row: Answer, seal: Seal) throws(PostgresFault) -> Row? {
        if row.rows == 0 { return nil }
        guard let client = ClientID(row.text(2)) else { throw .unreadable("a grant without a client") }
        let grant = Grant(
            id: id, clientID: client, generation: row.int(3),
            rotatedAt: Timestamp(milliseconds: row.int64(4)),
            expiresAt: Timestamp(milliseconds: row.int64(1)), revoked: row.bool(5),
            details: try seal.details(row.bytes(6), of: id))
        return Row(grant: grant, version: row.int64(0))
    }

    /// Makes `row` what `grant` says; the details never change.
    static func update(_ row: Row, to grant: Grant) -> Command {
        Command(move) {
            $0.add(grant.id.bytes)
            $0.add(row.version)
            $0.add(grant.expiresAt.milliseconds)
            $0.add(grant.generation)
            $0.add(grant.rotatedAt.milliseconds)
            $0.add(grant.revoked)
        }
    }
}
