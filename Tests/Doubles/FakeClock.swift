import OAuth
import Synchronization

/// A clock that stands still until it is told to go on, or back.
package final class FakeClock: Sendable {
    private let moment = Mutex(Timestamp(seconds: 1_800_000_000))

    package init() {}

    package var now: Timestamp { moment.withLock { $0 } }

    package func pass(seconds: Int) { pass(milliseconds: Int64(seconds) * 1000) }

    package func pass(milliseconds: Int64) {
        moment.withLock { $0 = $0.adding(milliseconds: milliseconds) }
    }

    /// To one millisecond before `seconds` have passed since `start`, or right to it.
    package func turn(to seconds: Int, after start: Timestamp, short milliseconds: Int64 = 0) {
        moment.withLock { $0 = start.adding(seconds: seconds).adding(milliseconds: -milliseconds) }
    }
}
