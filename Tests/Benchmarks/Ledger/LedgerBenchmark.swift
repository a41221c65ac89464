import Crypto
import Glibc
import OAuth
import SQLiteStore
import Store
import StoreContract
import Synchronization

/// The ledger alone, without HTTP and signatures: `LedgerBenchmark FILE SECONDS IN-FLIGHT [FIGURE]`.
///
/// One line a figure (redeem, read, sign-in; else the one asked for): how many a second, what one costs in CPU, and how
/// long one waits.
@main struct LedgerBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard 4...5 ~= arguments.count, let seconds = Double(arguments[2]), let inFlight = Int(arguments[3])
        else {
            print("usage: LedgerBenchmark FILE SECONDS IN-FLIGHT [FIGURE]")
            exit(64)
        }
        let wanted = arguments.count == 5 ? arguments[4] : nil
        for end in ["", "-wal", "-shm"] { unlink(arguments[1] + end) }
        let ledger = try SQLiteLedger(
            SQLiteConfiguration(path: arguments[1]), sealing: MasterKey.random().sealingKey("ledger"),
            now: Timestamp(seconds: 1_800_000_000))
        let world = try World(ledger: ledger)
        let bench = Run(world: world, inFlight: inFlight, wanted: wanted)
        // As many as can be redeemed in the time, or more.
        let ids = try await bench.issue(count: Int(seconds * 50_000))
        try await bench.measure("redeem", ids.count, seconds) { index in
            guard case .redeemed = try await ledger.redeemCode(world.code(ids[index])) else {
                throw LedgerFailure.unavailable("refused")
            }
        }
        try await bench.measure("read", 400_000, seconds) { index in
            _ = try await ledger.transaction(ids[index % ids.count])
        }
        try await bench.measure("sign-in", 200_000, seconds) { index in
            let id = try await world.issue(bench.id(ids.count + index), offline: false)
            _ = try await ledger.redeemCode(world.code(id))
        }
        await ledger.close()
    }
}

/// Gives each number once.
private final class Counter: Sendable {
    private let value = Atomic(0)

    func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
}

/// One measured stretch with a number of tasks at once.
private struct Run {
    let world: World
    let inFlight: Int
    /// The one figure that is asked for.
    let wanted: String?

    func issue(count: Int) async throws -> [TransactionID] {
        let counter = Counter()
        return try await world.atOnce(inFlight) { _ in
            var ids: [TransactionID] = []
            while true {
                let index = counter.next()
                if index >= count { return ids }
                ids.append(try await world.issue(id(index), offline: true))
            }
        }.flatMap(\.self).sorted()
    }

    /// The id of the transaction `index`, of which four begin in a millisecond.
    func id(_ index: Int) -> TransactionID {
        world.newID(at: world.now.adding(milliseconds: Int64(index / 4) - 300_000))
    }

    func measure(
        _ name: String, _ count: Int, _ seconds: Double,
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        guard wanted == nil || wanted == name else { return }
        let counter = Counter()
        let (cpu, start) = (Self.cpu(), Self.now())
        let waits = try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<inFlight {
                group.addTask {
                    var waits: [Double] = []
                    while true {
                        let began = Self.now()
                        let index = counter.next()
                        if index >= count || began - start > seconds { return waits }
                        try await body(index)
                        waits.append(Self.now() - began)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }.sorted()
        let (elapsed, spent) = (Self.now() - start, Self.cpu() - cpu)
        let done = Double(waits.count)
        print(
            name, "in_flight=\(inFlight)", "ops=\(waits.count)", "ops/s=\(Int(done / elapsed))",
            "cpu_us=\(tenths(spent / done * 1e6))", "p50_ms=\(tenths(waits[waits.count / 2] * 1e4) / 10)",
            "p99_ms=\(tenths(waits[waits.count * 99 / 100] * 1e4) / 10)")
    }

    private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// CPU seconds of the whole process.
    private static func cpu() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
