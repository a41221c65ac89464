import Store
import Synchronization

/// A few connections that only read. In WAL mode they never wait for the writer, so a read may run on the
/// thread of an event loop: it takes some microseconds.
final class Readers: Sendable {
    private final class Reader: Sendable {
        let tables: Mutex<ReadTables?> = Mutex(nil)
    }

    private let configuration: SQLiteConfiguration
    private let file: StoreFile
    private let readers: [Reader]
    private let closed = Atomic(false)

    init(_ configuration: SQLiteConfiguration, _ file: StoreFile) {
        self.configuration = configuration
        self.file = file
        readers = (0..<max(1, configuration.readers)).map { _ in Reader() }
    }

    /// Reads through the first connection that is free.
    func read<Row: Sendable>(
        _ body: @Sendable (borrowing ReadTables) throws(SQLiteFault) -> Row
    ) throws(LedgerFailure) -> Row {
        guard !closed.load(ordering: .relaxed) else { throw .unavailable("it is closing") }
        for reader in readers {
            if let result = reader.tables.withLockIfAvailable({ run(body, on: &$0) }) {
                return try result.get()
            }
        }
        return try readers[0].tables.withLock { run(body, on: &$0) }.get()
    }

    /// Closes the connections; later reads fail as unavailable.
    func close() {
        closed.store(true, ordering: .relaxed)
        for reader in readers { reader.tables.withLock { $0 = nil } }
    }

    private func run<Row: Sendable>(
        _ body: @Sendable (borrowing ReadTables) throws(SQLiteFault) -> Row, on tables: inout ReadTables?
    ) -> Result<Row, LedgerFailure> {
        do throws(SQLiteFault) {
            let began = StoreClock.now()
            let open = try opened(&tables)
            let row = try body(open)
            tables = consume open
            configuration.observe?(.read(nanoseconds: StoreClock.now() - began))
            return .success(row)
        } catch {
            // A connection that met a fault is not put back: the next read opens a fresh one.
            return .failure(error.failure)
        }
    }

    private func opened(_ tables: inout ReadTables?) throws(SQLiteFault) -> ReadTables {
        if let kept = tables.take() { return kept }
        try file.requireInPlace()
        return try ReadTables(configuration)
    }
}
