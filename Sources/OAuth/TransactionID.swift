import Crypto

/// The name of one sign-in: 6 bytes of its time in milliseconds, big-endian, and 18 random ones, so that rows
/// arrive in key order. It authenticates nobody; `Identifiers` makes of it what does.
package struct TransactionID: Sendable, Hashable, Comparable {
    package static let byteCount = 24

    private let high: UInt64
    private let middle: UInt64
    private let low: UInt64

    /// Names a transaction that begins at `time`.
    package init(at time: Timestamp, random: any RandomSource) {
        let clock = UInt64(bitPattern: time.milliseconds) << 16
        var words = [clock, 0, 0] as [UInt64]
        for (index, byte) in random.bytes(18).prefix(18).enumerated() {
            let position = index + 6
            words[position / 8] |= UInt64(byte) << UInt64(56 - position % 8 * 8)
        }
        (high, middle, low) = (words[0], words[1], words[2])
    }

    /// Nil unless there are 24 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var words = [0, 0, 0] as [UInt64]
        for (index, byte) in bytes.enumerated() { words[index / 8] = words[index / 8] << 8 | UInt64(byte) }
        (high, middle, low) = (words[0], words[1], words[2])
    }

    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.byteCount) { target, count in
            for index in 0..<8 {
                let shift = UInt64(56 - index * 8)
                target[index] = UInt8(truncatingIfNeeded: high >> shift)
                target[index + 8] = UInt8(truncatingIfNeeded: middle >> shift)
                target[index + 16] = UInt8(truncatingIfNeeded: low >> shift)
            }
            count = Self.byteCount
        }
    }

    /// When the transaction began.
    package var createdAt: Timestamp { Timestamp(milliseconds: Int64(high >> 16)) }

    package static func < (left: TransactionID, right: TransactionID) -> Bool {
        (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
    }
}
