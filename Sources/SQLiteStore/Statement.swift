import CSQLite

/// A prepared statement and its owner, kept for the life of its connection.
struct Statement: ~Copyable {
    private let raw: OpaquePointer

    init(_ sql: String, on connection: borrowing Connection) throws(SQLiteFault) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection.raw, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw SQLiteFault(code, on: connection.raw) }
        raw = prepared
    }

    deinit { sqlite3_finalize(raw) }

    /// Steps once: true when a row stands ready to be read.
    borrowing func step() throws(SQLiteFault) -> Bool {
        let code = sqlite3_step(raw)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else {
            let fault = SQLiteFault(code, on: sqlite3_db_handle(raw))
            sqlite3_reset(raw)
            throw fault
        }
        return false
    }

    /// Steps to the end and makes the statement ready for its next use.
    borrowing func run() throws(SQLiteFault) {
        while try step() {}
        reset()
    }

    /// Ends the statement's use; a SELECT that is not reset keeps its snapshot open.
    borrowing func reset() { sqlite3_reset(raw) }

    // MARK: parameters, numbered from 1

    borrowing func bind(_ value: Int64?, at index: Int32) throws(SQLiteFault) {
        if let value {
            try check(sqlite3_bind_int64(raw, index, value))
        } else {
            try check(sqlite3_bind_null(raw, index))
        }
    }

    borrowing func bind(_ value: Int, at index: Int32) throws(SQLiteFault) {
        try check(sqlite3_bind_int64(raw, index, Int64(value)))
    }

    /// Binds a blob; SQLite keeps a copy.
    borrowing func bind(_ bytes: [UInt8], at index: Int32) throws(SQLiteFault) {
        let code = bytes.withUnsafeBufferPointer { buffer in
            // A nil address would bind NULL in place of an empty blob.
            buffer.isEmpty
                ? sqlite3_bind_zeroblob(raw, index, 0)
                : sqlite3_bind_blob(raw, index, buffer.baseAddress, Int32(buffer.count), Self.copied)
        }
        try check(code)
    }

    borrowing func bind(_ bytes: [UInt8]?, at index: Int32) throws(SQLiteFault) {
        if let bytes {
            try bind(bytes, at: index)
        } else {
            try check(sqlite3_bind_null(raw, index))
        }
    }

    /// Binds text; SQLite keeps a copy.
    borrowing func bind(_ text: String, at index: Int32) throws(SQLiteFault) {
        var text = text
        let code = text.withUTF8 { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(raw, index, $0.baseAddress ?? Self.empty, Int32($0.count), Self.copied)
            }
        }
        try check(code)
    }

    // MARK: columns of the row that stands ready, numbered from 0

    borrowing func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(raw, column) }

    borrowing func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(raw, column)) }

    borrowing func isNull(_ column: Int32) -> Bool { sqlite3_column_type(raw, column) == SQLITE_NULL }

    borrowing func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(raw, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(raw, column))))
    }

    borrowing func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(raw, column) else { return "" }
        let count = Int(sqlite3_column_bytes(raw, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private borrowing func check(_ code: Int32) throws(SQLiteFault) {
        guard code == SQLITE_OK else { throw SQLiteFault(code, on: sqlite3_db_handle(raw)) }
    }

    /// SQLITE_TRANSIENT, which the importer cannot spell: the bytes are copied before the call returns.
    private static var copied: sqlite3_destructor_type? {
        unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
    }

    /// A static empty C string, for text without bytes.
    private static var empty: UnsafePointer<CChar>? {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
