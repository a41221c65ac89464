import CSQLite
import Store

/// The tables, as numbered steps that are only ever added to.
///
/// Each step says the oldest schema version whose programs can still work beside it. So a program that is one
/// release behind keeps running during a rolling update, and one that would misread the tables is refused.
enum Schema {
    /// One numbered step forward.
    struct Step {
        let version: Int
        /// A program that knows at least this version works with the tables after this step.
        let readableFrom: Int
        let sql: String
    }

    /// Marks a file as ours ("homi"), so that another program's database is never written to.
    static let applicationID: Int64 = 0x686f_6d69

    static let steps = [
        Step(version: 1, readableFrom: 1, sql: first), Step(version: 2, readableFrom: 1, sql: second),
    ]

    /// The version this program knows.
    static var version: Int { steps.map(\.version).max() ?? 0 }

    /// Times are milliseconds since 1970. Ids begin with their time, so rows arrive in key order.
    private static let first = """
        CREATE TABLE transactions(
            id BLOB PRIMARY KEY, version INTEGER NOT NULL, keep_until INTEGER NOT NULL, client TEXT NOT NULL,
            phase INTEGER NOT NULL, phase_at INTEGER, handle_expires_at INTEGER, handle INTEGER NOT NULL,
            wrong_verifiers INTEGER NOT NULL, revoked INTEGER NOT NULL, challenge BLOB, details BLOB
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE grants(
            id BLOB PRIMARY KEY, version INTEGER NOT NULL, keep_until INTEGER NOT NULL, client TEXT NOT NULL,
            generation INTEGER NOT NULL, rotated_at INTEGER NOT NULL, revoked INTEGER NOT NULL,
            details BLOB NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE identities(
            digest BLOB PRIMARY KEY, subject TEXT NOT NULL, created_at INTEGER NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE spilled(
            id BLOB PRIMARY KEY, keep_until INTEGER NOT NULL, sealed BLOB NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE INDEX spilled_by_time ON spilled(keep_until);
        CREATE TABLE signing_keys(
            kid TEXT PRIMARY KEY, algorithm TEXT NOT NULL, created_at INTEGER NOT NULL, sealed BLOB NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE facts(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID, STRICT;
        """

    /// From which time on a signing key signs, and who somebody is at the provider. Beside the tables, not in them: the
    /// statements of a program that knows version 1 name no columns.
    private static let second = """
        CREATE TABLE signing_key_times(
            kid TEXT PRIMARY KEY, active_from INTEGER NOT NULL
        ) WITHOUT ROWID, STRICT;
        CREATE TABLE identity_texts(digest BLOB PRIMARY KEY, sealed BLOB NOT NULL) WITHOUT ROWID, STRICT;
        CREATE INDEX identities_by_subject ON identities(subject);
        """

    /// Takes out what a new epoch does not know.
    static let newEpoch = "DELETE FROM transactions; DELETE FROM grants; DELETE FROM spilled"

    /// A program of version 1 does not know that a copy must not be served as it is: it is refused until an epoch has
    /// begun.
    static let knowsCopies = "UPDATE migrations SET readable_from=2 WHERE version=2"
    static let needsNoCopies = "UPDATE migrations SET readable_from=1 WHERE version=2"

    /// Makes the file where there is none, in WAL mode, and brings it up to date.
    static func prepare(_ configuration: SQLiteConfiguration) throws(LedgerFailure) -> Connection {
        let connection = try opened(configuration)
        try refuse(connection, knowing: steps)
        try connection.executing("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
        try migrate(connection)
        // A log that a crash left behind may lack what never reached the disk (see Tables.beginLogAnew); where other
        // processes use it, it is theirs to judge.
        try connection.executing(
            """
            PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE);
            PRAGMA busy_timeout=\(configuration.busyMilliseconds)
            """)
        return connection
    }

    private static func opened(_ configuration: SQLiteConfiguration) throws(LedgerFailure) -> Connection {
        do throws(SQLiteFault) {
            return try Connection(
                path: configuration.path, access: .create, busyMilliseconds: configuration.busyMilliseconds)
        } catch { throw error.failure }
    }

    /// Brings the file up to date, in one transaction, and refuses files that are not ours to touch.
    static func migrate(_ connection: borrowing Connection, by steps: [Step] = steps) throws(LedgerFailure) {
        try connection.executing("BEGIN IMMEDIATE")
        do throws(LedgerFailure) {
            try refuse(connection, knowing: steps)
            try apply(steps, to: connection)
            try connection.executing("COMMIT")
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Throws when the tables are not ours, or newer than this program can work with.
    private static func refuse(
        _ connection: borrowing Connection, knowing steps: [Step]
    ) throws(LedgerFailure) {
        let owner = try number("PRAGMA application_id", on: connection)
        let tables = try number("SELECT count(*) FROM sqlite_schema", on: connection)
        if owner == 0 && tables == 0 { return }
        guard owner == applicationID else { throw .foreign("the file holds another program's database") }
        let known = steps.map(\.version).max() ?? 0
        let needed = try number("SELECT max(readable_from) FROM migrations", on: connection)
        guard needed <= known else {
            let found = try number("SELECT max(version) FROM migrations", on: connection)
            throw .newerSchema(found: Int(found), known: known)
        }
    }

    /// Throws where no program of ours ever made tables: an empty file is no copy, although one could begin with it.
    static func requireOurs(_ connection: borrowing Connection) throws(LedgerFailure) {
        guard try number("PRAGMA application_id", on: connection) != applicationID else { return }
        throw try number("SELECT count(*) FROM sqlite_schema", on: connection) == 0
            ? .foreign("the file is empty") : .foreign("the file holds another program's database")
    }

    private static func apply(
        _ steps: [Step], to connection: borrowing Connection
    ) throws(LedgerFailure) {
        try connection.executing(
            """
            PRAGMA application_id=\(applicationID);
            CREATE TABLE IF NOT EXISTS migrations(
                version INTEGER PRIMARY KEY, readable_from INTEGER NOT NULL, applied_at TEXT NOT NULL
            ) STRICT
            """)
        let applied = try number("SELECT coalesce(max(version),0) FROM migrations", on: connection)
        for step in steps where step.version > applied {
            try connection.executing(step.sql)
            try connection.executing(
                """
                INSERT INTO migrations(version, readable_from, applied_at)
                VALUES(\(step.version),\(step.readableFrom),datetime('now'))
                """)
        }
    }

    private static func number(
        _ sql: String, on connection: borrowing Connection
    ) throws(LedgerFailure) -> Int64 {
        do throws(SQLiteFault) {
            let statement = try Statement(sql, on: connection)
            return try statement.step() ? statement.int64(0) : 0
        } catch { throw error.failure }
    }
}
