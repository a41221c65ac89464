import Dispatch
import Glibc
import Store
import Synchronization

/// The queue before the one writer, whose thread commits whatever queued up while the last commit ran.
///
/// Many who were answered together come back together, one behind the other: a commit for the first few of them would
/// have all others wait for two. So after a large batch the thread gives the next one a moment to gather.
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

    fileprivate struct Queue {
        var jobs: [Job] = []
        /// The thread waits for the bell, or is about to.
        var idle = false
        /// How many jobs went out last.
        var last = 0
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
        gather()
        while true {
            let work = queue.withLock { $0.take(sleeping: sleeping) }
            guard case .nothing = work, sleeping else { return work }
            bell.wait()
        }
    }

    /// Sleeps a little, a few times, while clearly fewer have come than went out last. Not by the bell: its time limits
    /// are kept by the wall clock, and set back an hour that would hold everybody up for an hour.
    private func gather() {
        for _ in 1...Self.naps where queue.withLock({ $0.isMissingMany }) {
            var nap = timespec(tv_sec: 0, tv_nsec: 70_000)
            clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, nil)
        }
    }

    /// As many as take about what a quick disk takes for a commit.
    private static let naps = 3
    /// Batches below this are no crowd that could come back.
    fileprivate static let crowd = 8
}

extension Writer.Queue {
    /// Whether those who were answered last are on their way back.
    fileprivate var isMissingMany: Bool {
        !stopping && last >= Writer.crowd && jobs.count < last - last / 8
    }

    fileprivate mutating func take(sleeping: Bool) -> Writer.Work {
        last = jobs.count
        if jobs.isEmpty {
            if stopping { return .end }
            idle = sleeping
            return .nothing
        }
        var taken: [Job] = []
        taken.reserveCapacity(jobs.count)
        swap(&taken, &jobs)
        return .jobs(taken)
    }
}
