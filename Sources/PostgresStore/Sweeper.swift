import OAuth
import Store

/// Deletes what has outlived its time, in one range of ids at a time. Rows that somebody else holds wait for the next
/// pass.
enum Sweeper {
    private static let transactions = range("transactions", named: "sweep transactions")
    private static let grants = range("grants", named: "sweep grants")
    private static let spilled = range("spilled", named: "sweep spilled")

    private static let sizes = Statement(
        "size",
        sql: """
            SELECT coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)::bigint FROM unnest(ARRAY[
            'transactions', 'grants', 'spilled', 'identities', 'identity_texts', 'signing_keys']) AS name
            """)

    static let statements = [transactions, grants, spilled, sizes]

    /// Rows that one step looks at: more than SQLite's, for each costs a way to the server and back.
    static let stepRows = 512

    /// Looks at rows past the id `cursor` and deletes those whose time is over at `now`.
    static func step(_ table: Sweep.Table, past cursor: [UInt8], now: Timestamp) -> Command {
        let statement =
            switch table {
            case .transactions: transactions
            case .grants: grants
            case .spilled: spilled
            }
        return Command(statement) {
            $0.add(cursor)
            $0.add(stepRows)
            $0.add(now.milliseconds)
        }
    }

    static func step(in answer: Answer) -> Sweep.Step {
        let row = answer.row(0)
        return Sweep.Step(
            cursor: row.int(1) == stepRows ? row.bytes(0) : nil, looked: row.int(1), deleted: row.int(2))
    }

    /// The bytes of all tables with their indexes.
    static let size = Command(sizes)

    private static func range(_ table: String, named name: StaticString) -> Statement {
        Statement(
            name, .bytes, .number, .number,
            sql: """
                WITH seen AS (SELECT id FROM \(table) WHERE id>$1 ORDER BY id LIMIT $2),
                old AS (
                    SELECT id FROM \(table) WHERE id IN (SELECT id FROM seen) AND keep_until<=$3
                    FOR UPDATE SKIP LOCKED),
                gone AS (DELETE FROM \(table) WHERE id IN (SELECT id FROM old) RETURNING id)
                SELECT (SELECT id FROM seen ORDER BY id DESC LIMIT 1), (SELECT count(*) FROM seen),
                (SELECT count(*) FROM gone)
                """)
    }
}
