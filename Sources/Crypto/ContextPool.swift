import Synchronization

/// Idle OpenSSL contexts of one key and one purpose.
///
/// To make a context costs more than to use it, and a context serves one thread at a time: so each call takes an
/// idle one and gives it back. There are never more of them than there were threads calling at once.
final class ContextPool: Sendable {
    private let idle = Mutex<[CHandle]>([])
    private let make: @Sendable () -> CHandle
    private let free: @Sendable (OpaquePointer) -> Void

    init(make: @escaping @Sendable () -> CHandle, free: @escaping @Sendable (OpaquePointer) -> Void) {
        self.make = make
        self.free = free
    }

    deinit {
        idle.withLock { contexts in
            for context in contexts { free(context.pointer) }
        }
    }

    /// Lends a context for the length of `body`.
    @inline(__always)
    func lend<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        let context = idle.withLock { $0.popLast() } ?? make()
        defer { idle.withLock { $0.append(context) } }
        return body(context.pointer)
    }
}
