import OAuth
import Store

/// Deletes what has outlived its time, in one range of ids at a time. Rows that somebody else holds wait for the next
/// pass.
enum Sweeper {
    private static let transactions = range("transactions", named: "sweep transactions")
    private static let grants = range("grants", named: "sweep grants")
    private static let spilled = range("spilled", named: "sweep spilled")

    static let statements = [transactions, grants, spilled]

    /// What a step found.
    struct Step {
        /// The last id looked at; nil when the end of the table was reached.
        let cursor: [UInt8]?
        let deleted: Int
    }

    /// Looks at `rows` rows past the id `cursor` and deletes those whose time is over at `now`.
    static func step(_ table: Sweep.Table, past cursor: [UInt8], rows: Int, now: Timestamp) -> Command {
        let statement =
            switch table {
            case .transactions: transactions
            case .grants: grants
            case .spilled: spilled
            }
        return Command(statement) {
            $0.add(cursor)
            $0.add(rows)
            $0.add(now.milliseconds)
        }
    }

    static func step(in answer: Answer, rows: Int) -> Step {
        Step(
            cursor: answer.row(0).int(1) == rows ? answer.row(0).bytes(0) : nil, deleted: answer.row(0).int(2)
        )
    }

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
