import Dispatch
import Store
import Synchronization

/// The queue before the one writer, whose thread commits whatever queued up while the last commit ran.
///
/// Callers put jobs in and are answered after the COMMIT that holds their write has returned, never before. The
/// answer resumes a continuation, which enqueues on the caller's own executor: nothing of theirs runs here.
final class Writer: Sendable {
    /// What the thread finds when it asks for work.
    enum Work {
        case jobs([Job])
        case nothing
        case end
    }

    private struct Queue {
        var jobs: [Job] = []
        /// The thread waits for the bell, or is about to.
        var idle = false
        var stopping = false
        var ended = false
        /// Whoever waits for the end.
        var done: [@Sendable () -> Void] = []
    }

    private let queue = Mutex(Queue())
    private let bell = DispatchSemaphore(value: 0)

    /// Queues a job. Its answer comes after the commit, or as a failure.
    func add(_ job: Job) {
        let verdict = queue.withLock { queue -> (refused: Bool, wake: Bool) in
            if queue.stopping { return (true, false) }
            queue.jobs.append(job)
            defer { queue.idle = false }
            return (false, queue.idle)
        }
        if verdict.refused { job.fail(.unavailable("it is closing")) }
        if verdict.wake { bell.signal() }
    }

    /// Lets the thread finish what is queued, and end; then `done` is called.
    func stop(_ done: @escaping @Sendable () -> Void = {}) {
        let verdict = queue.withLock { queue -> (ended: Bool, wake: Bool) in
            if queue.ended { return (true, false) }
            queue.stopping = true
            queue.done.append(done)
            defer { queue.idle = false }
            return (false, queue.idle)
        }
        if verdict.ended { done() }
        if verdict.wake { bell.signal() }
    }

    /// The thread has let go of the file.
    func ended() {
        let done = queue.withLock { queue in
            queue.ended = true
            defer { queue.done = [] }
            return queue.done
        }
        for done in done { done() }
    }

    /// Everything queued by now. Without any it returns at once, or sleeps until there is some.
    func next(sleeping: Bool) -> Work {
        while true {
            let work = queue.withLock { queue -> Work in
                if queue.jobs.isEmpty {
                    if queue.stopping { return .end }
                    queue.idle = sleeping
                    return .nothing
                }
                var jobs: [Job] = []
                jobs.reserveCapacity(queue.jobs.count)
                swap(&jobs, &queue.jobs)
                return .jobs(jobs)
            }
            guard case .nothing = work, sleeping else { return work }
            bell.wait()
        }
    }
}
