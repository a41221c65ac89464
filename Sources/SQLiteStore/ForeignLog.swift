import CSQLite

/// A write-ahead log beside a file that has none: a copy was put in the place of a store, and the log of that store is
/// still there. SQLite would take it for the copy's own and mix the pages of both, unnoticed.
///
/// A copy is not in WAL mode, a store always is, and its file says so before its log has anything in it.
enum ForeignLog {
    /// Where the header says how the file is written and read (file format section 1.3.4): 1 is without a log.
    private static let versions: sqlite3_int64 = 18

    /// The path of such a log; nil where there is none. To be asked before anything is read: then SQLite has not
    /// looked at the log yet. It goes through SQLite's own descriptor, for closing another would end all locks.
    static func beside(_ connection: OpaquePointer) -> String? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        var header: [UInt8] = [0, 0]
        guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead,
            read(file, &header, 2, versions) == SQLITE_OK, header == [1, 1],
            let name = sqlite3_db_filename(connection, "main"), let log = sqlite3_filename_wal(name)
        else { return nil }
        let path = String(cString: log)
        return DatabaseFile(path).size > 0 ? path : nil
    }
}
