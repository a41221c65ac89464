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
    let factTable: FactTable
    /// As they stood when the transaction under way began.
    var facts = Facts()
    /// How much of `spills` is taken.
    var spilled = SpillGauge()
    let sweeper: Sweeper
    private let log: WriteAheadLog
    private let file: StoreFile
    /// The log that this connection writes to.
    private let logFile: StoreFile.Identity?

    init(_ configuration: SQLiteConfiguration, _ file: StoreFile) throws(SQLiteFault) {
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
        let factTable = try FactTable(on: connection)
        let sweeper = try Sweeper(on: connection)
        log = WriteAheadLog(of: connection)
        // Preparing has read the schema, and with that opened the log.
        logFile = file.log
        self.file = file
        self.connection = connection
        self.begin = begin
        self.commit = commit
        self.transactions = transactions
        self.grants = grants
        self.identities = identities
        self.spills = spills
        self.keys = keys
        self.factTable = factTable
        self.sweeper = sweeper
    }

    /// Pages that the write-ahead log has gained since it was last carried over.
    var uncheckpointedPages: Int { log.gain }

    /// Throws while the log is not where a restart would look for it. What it holds is carried over meanwhile.
    func requireLogInPlace() throws(SQLiteFault) {
        do throws(SQLiteFault) { try file.requireInPlace(logFile) } catch {
            try checkpoint()
            throw error
        }
    }

    /// Writes a page that holds nothing of ours, to see whether that can be done.
    func probe() throws(SQLiteFault) { try connection.execute("PRAGMA user_version=1") }

    /// Carries over all of the log and begins it anew, then sees whether a commit reaches the disk.
    ///
    /// After a sync that failed, Linux marks what was not written as written: a later sync of the same file says
    /// success, and commits of before that nobody waited for may be missing in the midst of the log. After a loss
    /// of power all behind the gap would be gone, though it was acknowledged. So nothing is added to such a log.
    func beginLogAnew() throws(SQLiteFault) {
        try connection.execute("PRAGMA synchronous=FULL")
        let code = sqlite3_wal_checkpoint_v2(connection.raw, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code == SQLITE_OK else { throw SQLiteFault(code, on: connection.raw) }
        log.mark()
        try begin.run()
        try probe()
        try commit.run()
    }

    /// Carries over into the file what readers no longer need in the log, and waits for nobody.
    func checkpoint() throws(SQLiteFault) {
        // Whatever comes of it, the next attempt is as many pages away: else a reader that stays would have us
        // try after each commit.
        log.mark()
        let code = sqlite3_wal_checkpoint_v2(connection.raw, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        // Another process's checkpoint is as good as ours.
        guard code == SQLITE_OK || code & 0xff == SQLITE_BUSY else {
            throw SQLiteFault(code, on: connection.raw)
        }
    }
}
