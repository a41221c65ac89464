import CLinux
import Glibc
import Synchronization

/// The queue of one loop, at once serial executor (of the actor and all that is pinned to it) and task executor.
///
/// Whoever enqueues takes the lock; a system call is made only when the loop has said that it may sleep, so
/// never from the loop's own thread.
package final class LoopExecutor: SerialExecutor, TaskExecutor {
    enum Work: Sendable {
        case job(UnownedJob)
        case call(@Sendable (isolated EventLoop) -> Void)
    }

    private struct Queue {
        var work: [Work] = []
        var maySleep = false
        var stopping = false
    }

    private let queue = Mutex(Queue())
    let wakeUp: Descriptor

    init() throws(SystemFailure) {
        let number = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        if number < 0 { throw SystemFailure("eventfd") }
        wakeUp = Descriptor(owning: number)
    }

    private func locked<Result: Sendable>(_ body: (inout Queue) -> Result) -> Result {
        queue.withLock { queue in
            let lock = Unmanaged.passUnretained(self).toOpaque()
            clinux_did_lock(lock)
            defer { clinux_will_unlock(lock) }
            return body(&queue)
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.job(UnownedJob(job)))
    }

    func enqueue(_ work: Work) {
        let wake = locked { queue in
            queue.work.append(work)
            defer { queue.maySleep = false }
            return queue.maySleep
        }
        if wake { eventfd_write(wakeUp.number, 1) }
    }

    /// Asks the loop to end once its queue is empty.
    func stop() {
        let wake = locked { queue in
            queue.stopping = true
            defer { queue.maySleep = false }
            return queue.maySleep
        }
        if wake { eventfd_write(wakeUp.number, 1) }
    }

    /// Swaps the queue against an empty array, whose storage is used again.
    func take(_ empty: inout [Work]) {
        locked { swap(&$0.work, &empty) }
    }

    /// True when nothing is queued: whoever enqueues from now on wakes the loop.
    func mayRest() -> Bool {
        locked { queue in
            queue.maySleep = queue.work.isEmpty && !queue.stopping
            return queue.maySleep
        }
    }

    var hasEnded: Bool {
        locked { $0.stopping && $0.work.isEmpty }
    }

    func wakeful() {
        locked { $0.maySleep = false }
    }

    // MARK: where are we

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    package func checkIsolated() {
        precondition(isCurrent, "not on the loop's own thread")
    }

    package func isIsolatingCurrentContext() -> Bool? {
        isCurrent
    }

    var isCurrent: Bool {
        EventLoop.current?.executor === self
    }
}
