import Dispatch
import EventLoop
import Synchronization

extension EventLoop {
    /// Runs an operation on this loop while the calling thread waits for it. For the main thread, which takes signals
    /// and lives on no loop; an async `main` would hand it to Dispatch, which lets SIGTERM kill the process.
    @discardableResult
    nonisolated func wait<Success: Sendable>(for operation: @escaping @Sendable () async -> Success)
        -> Success?
    {
        let done = DispatchSemaphore(value: 0)
        let result = Handover<Success>()
        run {
            result.value.withLock { [success = await operation()] in $0 = success }
            done.signal()
        }
        done.wait()
        return result.value.withLock { $0 }
    }
}

/// One value on its way from a loop to a thread.
private final class Handover<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
