import CSQLite
import Store

/// The writer's connection and everything prepared on it. It stays on the writer's thread.
final class Tables {
    let connection: Connection
    let begin: Statement
    let commit: Statement
    let transactions: TransactionTable
    let grants: GrantTable
    let identities: IdentityTable
    let spills: SpillTable
    let keys: KeyTable
    let sweeper: Sweeper
    private let log: WriteAheadLog

    init(_ configuration: SQLiteConfiguration) throws(SQLiteFault) {
        let connection = try Connection(
            path: configuration.path, access: .write, busyMilliseconds: configuration.busyMilliseconds)
        // FULL is set before anything is written. Checkpoints are ours to time, after the answers.
        try connection.execute(
            """
            PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-8000;
            PRAGMA journal_size_limit=67108864; PRAGMA foreign_keys=OFF; PRAGMA temp_store=MEMORY
            """)
        let begin = try Statement("BEGIN IMMEDIATE", on: connection)
        let commit = try Statement("COMMIT", on: connection)
        let transactions = try TransactionTable(on: connection)
        let grants = try GrantTable(on: connection)
        let identities = try IdentityTable(on: connection)
        let spills = try SpillTable(on: connection)
        let keys = try KeyTable(on: connection)
        let sweeper = try Sweeper(on: connection)
        log = WriteAheadLog(of: connection)
        self.connection = connection
        self.begin = begin
        self.commit = commit
        self.transactions = transactions
        self.grants = grants
        self.identities = identities
        self.spills = spills
        self.keys = keys
        self.sweeper = sweeper
    }

    /// Pages in the write-ahead log after the last commit.
    var logPages: Int { log.pages }

    /// Carries over into the file what readers no longer need in the log, and waits for nobody.
    func checkpoint() throws(SQLiteFault) {
        let code = sqlite3_wal_checkpoint_v2(connection.raw, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        // Another process's checkpoint is as good as ours.
        guard code == SQLITE_OK || code & 0xff == SQLITE_BUSY else {
            throw SQLiteFault(code, on: connection.raw)
        }
        log.restart()
    }
}

/// How long the write-ahead log of a connection has grown, as SQLite tells after each commit.
private struct WriteAheadLog: ~Copyable {
    /// Behind an address, because SQLite's hook writes to it; both end with the connection.
    private let count = UnsafeMutablePointer<CInt>.allocate(capacity: 1)

    init(of connection: borrowing Connection) {
        count.initialize(to: 0)
        sqlite3_wal_hook(
            connection.raw,
            { context, _, _, pages in
                context?.assumingMemoryBound(to: CInt.self).pointee = pages
                return SQLITE_OK
            }, count)
    }

    deinit { count.deallocate() }

    var pages: Int { Int(count.pointee) }

    borrowing func restart() { count.pointee = 0 }
}
