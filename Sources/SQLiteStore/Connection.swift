import CSQLite
import Store

/// An open SQLite connection and its owner: closed when it goes out of scope, used by one thread at a time.
struct Connection: ~Copyable {
    /// What a connection is opened for.
    enum Access {
        /// Makes the file when there is none.
        case create
        /// Writes to a file that exists.
        case write
        /// Only reads.
        case read
    }

    let raw: OpaquePointer

    /// Opens the file at `path`; a lock that another holds is waited for `busyMilliseconds` at most.
    init(path: String, access: Access, busyMilliseconds: Int32) throws(SQLiteFault) {
        raw = try Self.open(path: path, access: access)
        sqlite3_busy_timeout(raw, busyMilliseconds)
    }

    private static func open(path: String, access: Access) throws(SQLiteFault) -> OpaquePointer {
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_READWRITE
        if case .create = access {
            flags |= SQLITE_OPEN_CREATE
            makeOurs(path)
        }
        var opened: OpaquePointer?
        var code = sqlite3_open_v2(path, &opened, flags, nil)
        // A reader of a WAL file writes to the shared memory beside it, so it is opened for writing too.
        if code == SQLITE_OK, case .read = access {
            code = sqlite3_exec(opened, "PRAGMA query_only=1", nil, nil, nil)
        }
        guard code == SQLITE_OK, let opened else {
            let fault = SQLiteFault(code, on: opened)
            sqlite3_close_v2(opened)
            throw fault
        }
        if let log = ForeignLog.beside(opened) {
            sqlite3_close_v2(opened)
            throw .foreignLog(log)
        }
        return opened
    }

    /// SQLite would ask the umask who may read the file, and gives the log beside it the same mode. What does not succeed
    /// here does not either when SQLite opens it.
    private static func makeOurs(_ path: String) {
        let file = DatabaseFile(path)
        try? file.create(ownedAs: file.folder)
    }

    deinit { sqlite3_close_v2(raw) }

    /// Runs statements that return nothing.
    borrowing func execute(_ sql: String) throws(SQLiteFault) {
        let code = sqlite3_exec(raw, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFault(code, on: raw) }
    }

    /// As `execute`, with the fault in the words of the ledger's contract.
    borrowing func executing(_ sql: String) throws(LedgerFailure) {
        do throws(SQLiteFault) { try execute(sql) } catch { throw error.failure }
    }

    /// Undoes the transaction under way; without one it does nothing.
    borrowing func rollBack() {
        if isInTransaction { sqlite3_exec(raw, "ROLLBACK", nil, nil, nil) }
    }

    /// Rows that the statement run last has changed.
    var changes: Int { Int(sqlite3_changes(raw)) }

    /// Rows that all statements so far have changed.
    var allChanges: Int64 { sqlite3_total_changes64(raw) }

    /// Between BEGIN and COMMIT. SQLite itself rolls back after some faults, a full disk among them.
    var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }
}
