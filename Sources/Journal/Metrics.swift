import Synchronization

/// What the broker counts. Rooms hand in numbers by typed calls; a call is a few atomic additions in the shard of its
/// thread, without locks and without memory being asked for. The text is made when somebody asks for it.
package final class Metrics: Sendable {
    static let shardCount = 8

    let version: String
    /// Seconds since 1970-01-01T00:00:00Z.
    let startedAt: Double
    private let shards: InlineArray<8, Shard>
    private let threads = ThreadNumber()
    private let nextThread = Atomic<UInt>(0)
    private let providerNames = Mutex<[String]>([])
    let storeSize = Mutex(StoreSize())

    package init(version: String = "unknown") {
        self.version = version
        startedAt = Double(LogTime.now()) / 1000
        shards = InlineArray { _ in Shard() }
    }

    private var shard: Shard { shards[Int(threads.current(next: nextThread) % UInt(Self.shardCount))] }

    /// The sum over all shards.
    func value(_ cell: Int) -> Int { shards.indices.reduce(0) { $0 + shards[$1].value(cell) } }

    // MARK: requests

    package func answered(_ route: RouteLabel, status: UInt16, nanoseconds: UInt64) {
        let shard = shard
        shard.add(Cells.requests + route.rawValue * StatusLabel.count + StatusLabel.number(of: status))
        shard.observe(nanoseconds: nanoseconds, at: Cells.latency + route.rawValue * Buckets.latencyCells)
    }

    /// Bytes that were no request got this status.
    package func refused(status: UInt16) {
        shard.add(
            Cells.requests + RouteLabel.none.rawValue * StatusLabel.count + StatusLabel.number(of: status))
    }

    /// A request over its budget.
    package func limited(_ route: RouteLabel) { shard.add(Cells.limited + route.rawValue) }

    // MARK: sign-ins

    package func signIn(_ phase: SignInPhase, _ outcome: SignInOutcome, provider: ProviderLabel?) {
        let shard = shard
        shard.add(Cells.steps + phase.rawValue * SignInOutcome.count + outcome.rawValue)
        guard phase == .provider, let provider else { return }
        shard.add(Cells.providerSteps + provider.number * SignInOutcome.count + outcome.rawValue)
    }

    /// The label of a provider that the configuration names; always the same for one id.
    package func provider(_ id: String) -> ProviderLabel {
        providerNames.withLock { names in
            if let number = names.firstIndex(of: id) { return ProviderLabel(number: number) }
            guard names.count < ProviderLabel.limit - 1 else {
                return ProviderLabel(number: ProviderLabel.limit - 1)
            }
            names.append(id)
            return ProviderLabel(number: names.count - 1)
        }
    }

    var providers: [String] { providerNames.withLock { $0 } }

    package func fetched(_ provider: ProviderLabel, _ outcome: FetchOutcome) {
        shard.add(Cells.fetches + provider.number * FetchOutcome.count + outcome.rawValue)
    }

    // MARK: connections

    package func connectionOpened() { shard.add(Cells.connections) }

    package func connectionClosed() { shard.add(Cells.connections + 1) }

    package func connectionRefused(_ reason: ConnectionRefusal) {
        guard let number = ConnectionRefusal.allCases.firstIndex(of: reason) else { return }
        shard.add(Cells.refusals + number)
    }

    // MARK: store and journal

    package func stored(_ operation: StoreOperation, nanoseconds: UInt64) {
        shard.observe(nanoseconds: nanoseconds, at: Cells.store + operation.rawValue * Buckets.latencyCells)
    }

    /// One commit carried so many writes.
    package func committed(_ writes: Int, nanoseconds: UInt64) {
        stored(.commit, nanoseconds: nanoseconds)
        shard.add(Cells.batch + Buckets.batch.number(of: UInt64(max(0, writes))))
        shard.add(Cells.batch + Buckets.batchCells - 1, max(0, writes))
    }

    /// So many rows of a table had outlived their time.
    package func swept(_ table: StoreTable, rows: Int) { shard.add(Cells.swept + table.rawValue, rows) }

    /// What a table holds, in rows, and all of them together, in bytes; as often as the store looks.
    package func holds(_ table: StoreTable, rows: Int, bytes: Int) {
        storeSize.withLock { size in
            size.rows[table.rawValue] = rows
            size.bytes = bytes
        }
    }

    func linesDropped(_ count: Int) { shard.add(Cells.droppedLines, count) }
}
