import Glibc
import Synchronization

/// Standard error, for a busy broker: lines that come within a few milliseconds go out in one call. Where nobody
/// reads, lines wait in bounded memory and are then dropped and counted; the broker never waits for a reader.
package final class BufferedSink: JournalSink {
    /// Has a function called after so many milliseconds; false when nobody can.
    package typealias Later = @Sendable (_ milliseconds: Int, _ call: @escaping @Sendable () -> Void) -> Bool

    /// How long a line may wait for others, in milliseconds; and for a reader that takes none.
    private static let patience = 5
    private static let retry = 50
    /// Bytes that go out without waiting for more, and bytes that are kept at most.
    private static let enough = 32_768
    private static let limit = 1 << 20

    private struct Kept {
        var bytes: [UInt8] = []
        /// Somebody will call `flush`.
        var isAwaited = false
    }

    private let kept = Mutex(Kept())
    private let outlet: Mutex<LineOutlet>
    private let later: Later
    private let metrics: Metrics?

    package init(descriptor: Int32 = STDERR_FILENO, metrics: Metrics? = nil, later: @escaping Later) {
        outlet = Mutex(LineOutlet(descriptor))
        self.metrics = metrics
        self.later = later
    }

    package func write(_ line: [UInt8], isUrgent: Bool) {
        let (isNow, isFirst, isLost) = kept.withLock { kept -> (Bool, Bool, Bool) in
            guard kept.bytes.count + line.count <= Self.limit else { return (isUrgent, false, true) }
            kept.bytes.append(contentsOf: line)
            let isFirst = !kept.isAwaited
            kept.isAwaited = true
            return (isUrgent || kept.bytes.count >= Self.enough, isFirst, false)
        }
        if isLost { metrics?.linesDropped(1) }
        if isFirst { arrange(Self.patience) }
        if isNow { flush(waiting: 0) }
    }

    /// Has the lines go out later; where nobody can call, they go out here.
    private func arrange(_ milliseconds: Int) {
        if later(milliseconds, { self.due() }) { return }
        kept.withLock { $0.isAwaited = false }
        flush(waiting: 0)
    }

    private func due() {
        kept.withLock { $0.isAwaited = false }
        guard !flush(waiting: 0) else { return }
        let isFirst = kept.withLock { kept in
            defer { kept.isAwaited = true }
            return !kept.isAwaited
        }
        if isFirst, !later(Self.retry, { self.due() }) { kept.withLock { $0.isAwaited = false } }
    }

    package func finish() { flush(waiting: 2_000) }

    /// Sends what is kept, in order. False when the reader did not take all of it.
    @discardableResult
    private func flush(waiting milliseconds: Int32) -> Bool {
        outlet.withLock { outlet in
            while true {
                guard outlet.send(waiting: milliseconds) else { return false }
                outlet.take(
                    kept.withLock { kept in
                        defer { kept.bytes = [] }
                        return kept.bytes
                    })
                if outlet.isEmpty { return true }
            }
        }
    }
}
