import EventLoop
import OAuth
import Store
import Synchronization

/// The latest moment that the database has seen, as far as this process knows. What others have seen it hears of a
/// little later; its own clock it knows at once.
final class SharedStamp: Sendable {
    /// How old the knowledge may grow, in seconds.
    private static let freshSeconds = 10

    private let state = Mutex((stamp: Stamp(), readAt: MonotonicTime?.none))

    /// Why nothing may be done at `now`, as far as is known.
    func fault(at now: Timestamp) -> LedgerFailure? { state.withLock { $0.stamp.fault(at: now) } }

    /// The stamp to write along with what is written at `now`, if any.
    func successor(at now: Timestamp) -> Stamp? { state.withLock { $0.stamp.successor(at: now) } }

    /// The database has this one now.
    func put(_ stamp: Stamp) { state.withLock { $0.stamp = stamp } }

    /// Whether it is to be read anew; who is told so reads it.
    func mustBeRead() -> Bool {
        let now = MonotonicTime.now
        return state.withLock { state in
            if let readAt = state.readAt, now < readAt.adding(.seconds(Self.freshSeconds)) { return false }
            state.readAt = now
            return true
        }
    }
}
