import Synchronization

/// The numbers of some threads. Each thread counts in a shard of its own as long as there are enough, so that loops do
/// not pass a cache line to and fro; what is told is the sum over all shards.
final class Shard: Sendable {
    private let cells: InlineArray<2_048, Atomic<Int>>

    init() { cells = InlineArray { _ in Atomic(0) } }

    func add(_ cell: Int, _ amount: Int = 1) { cells[cell].add(amount, ordering: .relaxed) }

    func value(_ cell: Int) -> Int { cells[cell].load(ordering: .relaxed) }

    /// Counts a time in the histogram that begins at `start`.
    func observe(nanoseconds: UInt64, at start: Int) {
        add(start + Buckets.latencyNumber(of: nanoseconds))
        add(start + Buckets.latencyCells - 1, Int(clamping: nanoseconds))
    }
}
