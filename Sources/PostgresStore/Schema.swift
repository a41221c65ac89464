import CPostgres
import Store

/// The tables, as numbered steps that are only ever added to; the twin of SQLite's, step by step.
///
/// They lie in the first schema of the connection's search path. Each step says the oldest schema version whose
/// programs can still work beside it.
enum Schema {
    /// One numbered step forward.
    struct Step {
        let version: Int
        /// A program that knows at least this version works with the tables after this step.
        let readableFrom: Int
        let sql: String
    }

    /// Whoever migrates, or adds a signing key, holds the lock of this name ("homi") and schema until their transaction
    /// ends.
    static let lock = "pg_advisory_xact_lock(1752132969, hashtext(current_schema()))"

    /// Whoever settles shares this lock ("homj") until the commit, whoever forgets a person holds it alone.
    static let people = "(1752132970, hashtext(current_schema()))"

    static let steps = [
        Step(version: 1, readableFrom: 1, sql: first), Step(version: 2, readableFrom: 1, sql: second),
    ]

    /// The version this program knows.
    static var version: Int { steps.map(\.version).max() ?? 0 }

    /// Times are milliseconds since 1970. Ids begin with their time, so rows arrive in key order; the room left in a
    /// page is for their next version.
    private static let first = """
        CREATE TABLE transactions(
            id bytea PRIMARY KEY, version bigint NOT NULL, keep_until bigint NOT NULL, client text NOT NULL,
            phase bigint NOT NULL, phase_at bigint, handle_expires_at bigint, handle bigint NOT NULL,
            wrong_verifiers bigint NOT NULL, revoked boolean NOT NULL, challenge bytea, details bytea
        ) WITH (fillfactor=50);
        CREATE TABLE grants(
            id bytea PRIMARY KEY, version bigint NOT NULL, keep_until bigint NOT NULL, client text NOT NULL,
            generation bigint NOT NULL, rotated_at bigint NOT NULL, revoked boolean NOT NULL, details bytea NOT NULL
        ) WITH (fillfactor=80);
        CREATE TABLE identities(digest bytea PRIMARY KEY, subject text NOT NULL, created_at bigint NOT NULL);
        CREATE TABLE spilled(id bytea PRIMARY KEY, keep_until bigint NOT NULL, sealed bytea NOT NULL);
        CREATE INDEX spilled_by_time ON spilled(keep_until);
        CREATE TABLE signing_keys(
            kid text PRIMARY KEY, algorithm text NOT NULL, created_at bigint NOT NULL, sealed bytea NOT NULL
        );
        CREATE TABLE facts(name text PRIMARY KEY, value bytea NOT NULL);
        """

    /// From which time on a signing key signs, and who somebody is at the provider.
    private static let second = """
        CREATE TABLE signing_key_times(kid text PRIMARY KEY, active_from bigint NOT NULL);
        CREATE TABLE identity_texts(digest bytea PRIMARY KEY, sealed bytea NOT NULL);
        CREATE INDEX identities_by_subject ON identities(subject);
        """

    /// Brings the database up to date, in one transaction, and refuses one that is not ours to touch.
    static func migrate(
        _ connection: Connection, by steps: [Step] = steps
    ) throws(PostgresFault) -> Migration {
        try connection.execute("BEGIN")
        do throws(PostgresFault) {
            try connection.execute(
                "SET LOCAL statement_timeout=0; SET LOCAL lock_timeout=30000; SELECT \(lock)")
            let migration = try apply(steps, to: connection)
            try connection.execute("COMMIT")
            return migration
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }

    private static func apply(_ steps: [Step], to connection: Connection) throws(PostgresFault) -> Migration {
        let found = try found(on: connection)
        if let refusal = found.refusal(knowing: steps) { throw PostgresFault(refusing: refusal) }
        if found.version == nil {
            try connection.execute(
                """
                CREATE TABLE migrations(version bigint PRIMARY KEY, readable_from bigint NOT NULL, applied_at text NOT NULL)
                """)
        }
        var migration = Migration(version: max(found.version ?? 0, steps.map(\.version).max() ?? 0))
        for step in steps where step.version > found.version ?? 0 {
            try connection.execute(step.sql)
            try connection.execute(
                """
                INSERT INTO migrations(version, readable_from, applied_at)
                VALUES(\(step.version), \(step.readableFrom), now()::text)
                """)
            migration.applied.append(step.version)
        }
        return migration
    }

    /// Throws unless the tables are there and this program can work with them.
    static func check(_ connection: Connection) throws(PostgresFault) {
        let found = try found(on: connection)
        if let refusal = found.refusal(knowing: steps) { throw PostgresFault(refusing: refusal) }
        guard let stands = found.version, stands >= version else {
            let what = found.version.map { "have schema version \($0), this program needs \(version)" }
            throw PostgresFault(
                refusing: .unavailable("the tables \(what ?? "are not there yet"): run homing migrate"))
        }
    }

    private static func found(on connection: Connection) throws(PostgresFault) -> Found {
        let columns = try connection.value(
            """
            SELECT count(*) FROM pg_attribute WHERE attrelid=to_regclass('migrations')
            AND attname IN ('version', 'readable_from', 'applied_at')
            """)
        guard columns == "3" else {
            let isThere = try connection.value("SELECT count(*) WHERE to_regclass('migrations') IS NOT NULL")
            return Found(isForeign: isThere == "1")
        }
        let version = try connection.value("SELECT coalesce(max(version), 0) FROM migrations")
        let needed = try connection.value("SELECT coalesce(max(readable_from), 0) FROM migrations")
        return Found(version: version.flatMap { Int($0) }, needed: needed.flatMap { Int($0) } ?? 0)
    }

    /// What stands in the database.
    private struct Found {
        var version: Int?
        var needed = 0
        var isForeign = false

        func refusal(knowing steps: [Step]) -> LedgerFailure? {
            if isForeign {
                return .foreign("the database has another program's tables: give Homing one of its own")
            }
            let known = steps.map(\.version).max() ?? 0
            guard let version, needed > known else { return nil }
            return .newerSchema(found: version, known: known)
        }
    }
}
