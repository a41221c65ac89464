import Crypto
import Synchronization

/// A sequence that a seed determines (SplitMix64): no two pieces of it are equal, and each run is as the last.
package final class SeededRandom: RandomSource {
    private let state: Mutex<UInt64>

    package init(seed: UInt64 = 1) { state = Mutex(seed) }

    package func bytes(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var word = state
                word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
                word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
                return UInt8(truncatingIfNeeded: word ^ (word >> 31))
            }
        }
    }
}
