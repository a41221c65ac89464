/// The fixed upper bounds of a histogram, in the unit that is observed.
struct Buckets: Sendable {
    let bounds: [UInt64]
    /// What the metrics divide by: they tell seconds, we observe nanoseconds.
    let scale: Double

    /// How many cells a histogram takes: its buckets, the one without a bound, and the sum.
    var cells: Int { bounds.count + 2 }

    /// From a tenth of a millisecond to ten seconds.
    static let latency = Buckets(
        bounds: [
            100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
            100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
            10_000_000_000,
        ], scale: 1_000_000_000)
    /// The cells of one such histogram, known while compiling.
    static let latencyCells = 18

    /// How many writes one commit carried.
    static let batch = Buckets(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256], scale: 1)
    static let batchCells = 11

    /// The first bucket that holds the value; the very first one nearly always, without a look at the list.
    static func latencyNumber(of value: UInt64) -> Int { value <= 100_000 ? 0 : latency.number(of: value) }

    func number(of value: UInt64) -> Int {
        var number = 0
        while number < bounds.count, value > bounds[number] { number += 1 }
        return number
    }
}
