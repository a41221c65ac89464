import OAuth

/// The table `spilled`: pending transactions too long for a cookie, sealed as they would be there.
enum SpillTable {
    private static let select = Statement(
        "spilled", .bytes, .number, sql: "SELECT sealed FROM spilled WHERE id=$1 AND keep_until>$2")
    /// Looks at no more rows than may lie there.
    private static let count = Statement(
        "count spilled", .number, .number,
        sql: "SELECT count(*) FROM (SELECT FROM spilled WHERE keep_until>$1 LIMIT $2) AS found")
    private static let insert = Statement(
        "spill", .bytes, .number, .bytes,
        sql: """
            INSERT INTO spilled(id, keep_until, sealed) VALUES($1, $2, $3)
            ON CONFLICT(id) DO UPDATE SET keep_until=excluded.keep_until, sealed=excluded.sealed
            """)

    static let statements = [select, count, insert]

    static func read(_ id: TransactionID, now: Timestamp) -> Command {
        Command(select) {
            $0.add(id.bytes)
            $0.add(now.milliseconds)
        }
    }

    static func count(at now: Timestamp, upTo limit: Int) -> Command {
        Command(count) {
            $0.add(now.milliseconds)
            $0.add(limit)
        }
    }

    static func add(_ id: TransactionID, sealed: [UInt8], expiresAt: Timestamp) -> Command {
        Command(insert) {
            $0.add(id.bytes)
            $0.add(expiresAt.milliseconds)
            $0.add(sealed)
        }
    }
}
