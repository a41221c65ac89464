import EventLoop
import Journal
import Store

extension EventLoopGroup {
    /// How long the turns of each loop took, as the metrics tell it.
    func figures() async -> [LoopFigures] {
        var figures: [LoopFigures] = []
        for loop in loops {
            let times = await loop.turnTimes
            figures.append(
                LoopFigures(bounds: TurnTimes.bounds, counts: times.counts, nanoseconds: times.nanoseconds))
        }
        return figures
    }
}

extension Metrics {
    /// Counts what the store tells.
    func note(_ time: StoreTime) {
        switch time {
        case .read(let nanoseconds): stored(.read, nanoseconds: nanoseconds)
        case .write(let nanoseconds): stored(.write, nanoseconds: nanoseconds)
        case .commit(let nanoseconds, let writes): committed(writes, nanoseconds: nanoseconds)
        case .swept(let table, let rows): swept(StoreTable(table), rows: rows)
        case .holds(let table, let rows, let bytes): holds(StoreTable(table), rows: rows, bytes: bytes)
        }
    }
}

extension StoreTable {
    fileprivate init(_ table: Sweep.Table) {
        switch table {
        case .transactions: self = .transactions
        case .grants: self = .grants
        case .spilled: self = .spilled
        }
    }
}

extension BufferedSink {
    /// Standard error, whose lines wait for a timer of the loop that wrote the first of them. Other threads, and loops
    /// that end with one operation, write seldom, and at once.
    static func onLoops(_ metrics: Metrics) -> BufferedSink {
        BufferedSink(metrics: metrics) { milliseconds, call in
            // A timer of a loop aside would end with it, and all lines would wait for the one that never comes.
            guard let loop = EventLoop.current, !loop.isAside else { return false }
            loop.submit { loop in _ = loop.schedule(after: .milliseconds(milliseconds)) { call() } }
            return true
        }
    }
}
