import CPostgres
import Glibc

/// A session with the server and its owner: ended when it goes out of scope, used by one thread at a time.
final class Connection {
    let raw: OpaquePointer

    /// Connects and waits until that is done: not for an event loop.
    init(_ configuration: PostgresConfiguration) throws(PostgresFault) {
        // What the URI says itself wins over what stands before it.
        let names = Self.settings.map(\.name) + ["dbname"]
        let values = Self.settings.map(\.value) + [configuration.url]
        let opened = withCStrings(names) { names in
            withCStrings(values) { values in PQconnectdbParams(names, values, 1) }
        }
        guard let opened else { throw PostgresFault(reason: "no memory for a connection") }
        raw = opened
        guard PQstatus(raw) == CONNECTION_OK else { throw refusal }
        // What the server remarks would land on standard error.
        PQsetNoticeProcessor(raw, { _, _ in }, nil)
        try set(configuration)
    }

    deinit { PQfinish(raw) }

    /// What a connection needs and the URI does not say.
    private static let settings: [(name: String, value: String)] = [
        ("connect_timeout", "3"), ("keepalives", "1"), ("keepalives_idle", "10"),
        ("keepalives_interval", "5"), ("keepalives_count", "2"), ("tcp_user_timeout", "6000"),
        ("target_session_attrs", "primary"), ("fallback_application_name", "homing"),
        ("client_encoding", "UTF8"), ("gssencmode", "disable"),
    ]

    /// What others who speak the protocol may not know. Each statement sees what was committed before it, whatever the role's
    /// default is; a client whose machine is gone holds no lock for hours; plans are made once, and never read a whole
    /// table.
    private static let wishes = [
        "default_transaction_isolation='read committed'",
        "tcp_keepalives_idle=10", "tcp_keepalives_interval=5", "tcp_keepalives_count=2",
        "plan_cache_mode=force_generic_plan", "enable_seqscan=off", "jit=off",
    ]

    private func set(_ configuration: PostgresConfiguration) throws(PostgresFault) {
        try execute(
            """
            SET statement_timeout=\(configuration.statementMilliseconds);
            SET lock_timeout=\(configuration.lockMilliseconds);
            SET idle_in_transaction_session_timeout=\(configuration.answerMilliseconds);
            SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit')='off'
            """)
        for setting in Self.wishes { try? execute("SET \(setting)") }
    }

    /// Prepares everything; from here on the connection belongs to a pipeline.
    func prepare(_ statements: [Statement]) throws(PostgresFault) {
        for statement in statements {
            let kinds = statement.kinds.map(\.rawValue)
            try check(PQprepare(raw, statement.cName, statement.sql, Int32(kinds.count), kinds))
        }
    }

    /// Runs statements that return nothing, and waits.
    func execute(_ sql: String) throws(PostgresFault) { try check(PQexec(raw, sql)) }

    /// Runs a statement and waits for the first column of its first row.
    func value(_ sql: String) throws(PostgresFault) -> String? {
        let result = PQexec(raw, sql)
        guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) > 0 else {
            try check(result)
            return nil
        }
        defer { PQclear(result) }
        return PQgetvalue(result, 0, 0).map { String(cString: $0) }
    }

    private func check(_ result: OpaquePointer?) throws(PostgresFault) {
        defer { PQclear(result) }
        let status = PQresultStatus(result)
        if status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK { throw PostgresFault(result) }
    }

    /// Why there is no connection, in the words of libpq or the server, on one line: they name host, port, user and
    /// database, and never a password. All other words of libpq's are about a URL that it cannot read, and quote it.
    private var refusal: PostgresFault {
        let line = String(cString: PQerrorMessage(raw)).split(whereSeparator: \.isNewline).joined(
            separator: " ")
        let isSafe = [
            "connection to server ", "could not translate host name ", "local user with ID ",
        ].contains {
            line.hasPrefix($0)
        }
        return PostgresFault(reason: isSafe ? line : "store.url cannot be read by the PostgreSQL library")
    }
}

/// Runs `body` with the texts as a list of C strings that ends with nil.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var pointers = copies.map { $0.map { UnsafePointer($0) } }
    pointers.append(nil)
    return body(&pointers)
}
