import Codec
import Crypto
import Synchronization

/// Names requests for the log and for error pages: unique in a process's life, and across restarts.
final class RequestIDs: Sendable {
    private let start = Hex.encode(SystemRandom().bytes(4))
    private let count = Atomic<UInt64>(0)

    func next() -> String {
        let number = count.add(1, ordering: .relaxed).newValue
        return start + "-" + String(number, radix: 36)
    }
}
