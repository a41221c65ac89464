import Crypto
import OAuth
import Store
import Synchronization

/// The ledger in a SQLite file: WAL, one writer with group commit, readers that never wait for it.
///
/// Several processes may share one file. E-mail addresses, names, state, nonce and private keys lie sealed.
package final class SQLiteLedger: Sendable {
    let seal: Seal
    let configuration: SQLiteConfiguration
    let readers: Readers
    private let writer = Writer()
    private let writeCount = Atomic(0)
    /// Open for as long as the ledger is, whatever befalls the others: by its lock others see that the file is in use.
    private let anchor: Mutex<Connection?>
    /// The epoch that began because the file was found to be a backup copy.
    package let restored: Epoch?

    /// Opens the file, makes it where there is none and brings its tables up to date. Signing keys that an older master
    /// key sealed are sealed anew, so that it may leave the configuration; under none of the keys it fails.
    ///
    /// It blocks for as long as that takes: for the start of a process, not for an event loop.
    /// - Parameter sealing: the master key's for the purpose `ledger`.
    package init(
        _ configuration: SQLiteConfiguration, sealing: SealingKey, now: Timestamp,
        random: any RandomSource = SystemRandom()
    ) throws(LedgerFailure) {
        seal = Seal(key: sealing, random: random)
        self.configuration = configuration
        let connection = try Schema.prepare(configuration)
        restored = try connection.beginEpoch(at: now)
        if connection.hasMoved { throw SQLiteFault.replaced }
        anchor = Mutex(connection)
        try KeyTable.renew(configuration, seal: seal)
        let file = StoreFile(at: configuration.path)
        readers = Readers(configuration, file)
        let writer = writer
        try startThread {
            do {
                var bench = Bench(configuration, file)
                bench.run(for: writer)
            }
            writer.ended()
        }
    }

    deinit { writer.stop() }

    /// Finishes what is queued, closes the file and returns when that is done. Later calls fail as unavailable.
    package func close() async {
        await withCheckedContinuation { continuation in
            writer.stop { continuation.resume() }
        }
        readers.close()
        anchor.withLock { $0 = nil }
    }

    /// Has the writer do `body` in its next batch, and answers after the commit.
    func write<Outcome: Sendable>(
        durable: Bool = true, now: Timestamp?,
        _ body: @escaping @Sendable (Tables) throws(SQLiteFault) -> Outcome
    ) async throws(LedgerFailure) -> Outcome {
        writeCount.add(1, ordering: .relaxed)
        let began = StoreClock.now()
        let outcome = try await submit(durable: durable, now: now, body)
        configuration.observe?(.write(nanoseconds: StoreClock.now() - began))
        return outcome
    }

    /// As `write`, for what changes nothing and is not counted.
    func submit<Outcome: Sendable>(
        durable: Bool = false, now: Timestamp? = nil,
        _ body: @escaping @Sendable (Tables) throws(SQLiteFault) -> Outcome
    ) async throws(LedgerFailure) -> Outcome {
        let result: Result<Outcome, LedgerFailure> = await withCheckedContinuation { continuation in
            writer.add(
                Job(
                    durable: durable, now: now,
                    perform: { tables throws(SQLiteFault) in
                        let outcome = try body(tables)
                        return { continuation.resume(returning: .success(outcome)) }
                    }, fail: { continuation.resume(returning: .failure($0)) }))
        }
        return try result.get()
    }

    package var writes: Int { writeCount.load(ordering: .relaxed) }
}
