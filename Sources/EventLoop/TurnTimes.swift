/// How long the turns of a loop took, from the moment it heard of events until it could hear of the next ones: for so
/// long whatever came meanwhile had to wait.
package struct TurnTimes: Sendable {
    /// Upper bounds in nanoseconds.
    package static let bounds: [UInt64] = [
        100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
        100_000_000, 250_000_000, 500_000_000, 1_000_000_000,
    ]
    /// One a bound, and one for what takes longer than all of them.
    private var buckets = InlineArray<14, Int>(repeating: 0)
    /// All turns together.
    package private(set) var nanoseconds: UInt64 = 0

    package var counts: [Int] { buckets.indices.map { buckets[$0] } }

    mutating func add(_ time: UInt64) {
        nanoseconds += time
        // Nearly every turn ends here, and need not look at the list.
        if time <= 100_000 {
            buckets[0] += 1
            return
        }
        var number = 1
        while number < Self.bounds.count, time > Self.bounds[number] { number += 1 }
        buckets[number] += 1
    }
}
