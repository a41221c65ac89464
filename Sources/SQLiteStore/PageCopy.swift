import CSQLite
import Store

/// Copies a whole database, as it stood at one moment, into an empty file of ours. Whoever writes to it meanwhile does
/// not wait, and is not waited for.
struct PageCopy {
    let source: DatabaseFile
    /// Exists and is empty.
    let target: DatabaseFile
    /// Bytes done and bytes in all.
    let progress: (Int64, Int64) -> Void

    private static let stepPages: Int32 = 2_048

    /// Returns the connection to the copy, which nobody else opens: no log beside it, and nothing is synchronized.
    func run() throws(CopyFault) -> Connection {
        do throws(SQLiteFault) {
            let from = try Connection(path: source.path, access: .read, busyMilliseconds: 2_000)
            // One snapshot from the first page to the last: else every write would have it begin again.
            try from.execute("BEGIN; SELECT count(*) FROM sqlite_schema")
            let copy = try Connection(path: target.path, access: .write, busyMilliseconds: 0)
            try copy.execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=OFF")
            try pages(from, to: copy)
            try copy.execute("PRAGMA journal_mode=DELETE")
            return copy
        } catch { throw CopyFault(error, error.failure == .full ? target.path : source.path) }
    }

    private func pages(
        _ from: borrowing Connection, to copy: borrowing Connection
    ) throws(SQLiteFault) {
        guard let backup = sqlite3_backup_init(copy.raw, "main", from.raw, "main") else {
            throw SQLiteFault(sqlite3_errcode(copy.raw), on: copy.raw)
        }
        let page = try Statement("PRAGMA page_size", on: from)
        let size = try page.step() ? page.int64(0) : 0
        var code = SQLITE_OK
        while code == SQLITE_OK {
            code = sqlite3_backup_step(backup, Self.stepPages)
            let (all, left) = (sqlite3_backup_pagecount(backup), sqlite3_backup_remaining(backup))
            progress(Int64(all - left) * size, Int64(all) * size)
        }
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw SQLiteFault(end, on: copy.raw) }
    }
}

extension Connection {
    /// Throws when SQLite finds a page that is damaged.
    borrowing func check(_ file: DatabaseFile) throws(CopyFault) {
        do throws(SQLiteFault) {
            let check = try Statement("PRAGMA quick_check(1)", on: self)
            guard try check.step(), check.text(0) == "ok" else {
                throw SQLiteFault.unreadable("damaged pages: \(check.text(0))")
            }
        } catch { throw CopyFault(error, file.path) }
    }

    /// Whether the name that this connection was opened by is of another file by now, or of none.
    var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(raw, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }
}
