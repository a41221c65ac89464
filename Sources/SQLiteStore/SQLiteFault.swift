import CSQLite
import Store

/// What SQLite said when a call did not succeed.
struct SQLiteFault: Error {
    /// The extended result code.
    let code: Int32
    /// SQLite's own words; never a value out of a row.
    let message: String

    /// The fault that `connection` reported last for `code`.
    init(_ code: Int32, on connection: OpaquePointer?) {
        self.code = connection.map(sqlite3_extended_errcode) ?? code
        self.message = String(cString: connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
    }

    /// A row that holds what no program of ours wrote, or that another master key sealed. Not SQLite's fault, so
    /// the connection is as good as before.
    static func unreadable(_ row: String) -> SQLiteFault { SQLiteFault(code: unreadableCode, message: row) }

    /// A row was changed between our read and our write, which the write lock rules out.
    static var lostUpdate: SQLiteFault { SQLiteFault(code: SQLITE_ABORT, message: "a row changed meanwhile") }

    /// The signing keys lie sealed under a key that we were not given: so does all the rest.
    static var otherMasterKey: SQLiteFault { SQLiteFault(code: otherMasterKeyCode, message: "") }

    /// What is at the path now is not what we have open. The connection is as good as before, and again of use when
    /// the files are put back.
    static func displaced(_ what: String) -> SQLiteFault { SQLiteFault(code: displacedCode, message: what) }

    /// The file that was opened is not at its path any more.
    static let replaced = LedgerFailure.unavailable("the file was replaced just now")

    /// SQLITE_READONLY_DBMOVED, which the importer does not read.
    private static let movedCode = SQLITE_READONLY | 4 << 8

    /// The write-ahead log of another store lies beside the file.
    static func foreignLog(_ path: String) -> SQLiteFault { SQLiteFault(code: foreignLogCode, message: path) }

    private static let unreadableCode: Int32 = -1
    private static let otherMasterKeyCode: Int32 = -2
    private static let displacedCode: Int32 = -3
    private static let foreignLogCode: Int32 = -4

    private init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// The result code without its extension.
    var primaryCode: Int32 { code < 0 ? code : code & 0xff }

    /// Another connection holds what we need, and held it longer than the busy timeout.
    var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

    /// A row by itself, and nothing else, is of no use.
    var isUnreadable: Bool { primaryCode == Self.unreadableCode }

    /// What lies in the file is no database that can be read.
    var isDamage: Bool {
        primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB || primaryCode == Self.foreignLogCode
    }

    /// The file itself cannot be had: each job of a batch would meet the same.
    var meetsAllAlike: Bool {
        isBusy || primaryCode == SQLITE_CANTOPEN || primaryCode == SQLITE_READONLY
            || primaryCode == Self.displacedCode || primaryCode == Self.foreignLogCode
    }

    /// The disk did not do as it was told, so what it said before may not hold either.
    var shakesTrust: Bool { primaryCode == SQLITE_IOERR }

    /// After these a connection may be in any state: it is closed, and the next batch opens a new one.
    var spoilsConnection: Bool {
        switch primaryCode {
        case SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_NOMEM,
            SQLITE_PROTOCOL, SQLITE_MISUSE:
            true
        default: false
        }
    }

    /// The fault in the words of the ledger's contract.
    var failure: LedgerFailure {
        switch primaryCode {
        case SQLITE_FULL: .full
        case SQLITE_READONLY where code == Self.movedCode: Self.replaced
        case SQLITE_READONLY: .readOnly
        case Self.otherMasterKeyCode: .otherMasterKey
        case SQLITE_CORRUPT, SQLITE_NOTADB, Self.unreadableCode: .corrupt(message)
        case Self.displacedCode: .unavailable(message)
        case Self.foreignLogCode:
            .unavailable(
                "a copy was put in its place, and the log of the store before is still beside it: take away \(message) "
                    + "and the -shm there, and next time use homing restore")
        default: .unavailable("\(message) (\(code))")
        }
    }
}
