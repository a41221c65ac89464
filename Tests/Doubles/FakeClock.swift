import OAuth
import Synchronization

/// A clock that stands still until it is told to go on, or back.
package final class FakeClock: Sendable {
    private let moment = Mutex(Timestamp(seconds: 1_800_000_000))
    private let latest = Mutex<UInt64>(0)

    package init() {}

    package var now: Timestamp { moment.withLock { $0 } }

    /// As a server stamps requests, in nanoseconds: goes on with this clock, and never back.
    package var monotonic: UInt64 {
        let now = UInt64(max(0, now.milliseconds)) * 1_000_000
        return latest.withLock { latest in
            latest = max(latest, now)
            return latest
        }
    }

    package func pass(seconds: Int) { pass(milliseconds: Int64(seconds) * 1000) }

    package func pass(milliseconds: Int64) {
        moment.withLock { $0 = $0.adding(milliseconds: milliseconds) }
    }

    /// To one millisecond before `seconds` have passed since `start`, or right to it.
    package func turn(to seconds: Int, after start: Timestamp, short milliseconds: Int64 = 0) {
        moment.withLock { $0 = start.adding(seconds: seconds).adding(milliseconds: -milliseconds) }
    }
}
