import CLinux

extension EventLoop {
    /// Runs the loop on the calling thread until it is stopped.
    nonisolated func runThread() {
        clinux_set_current(Unmanaged.passUnretained(self).toOpaque())
        defer { clinux_set_current(nil) }
        var batch: [LoopExecutor.Work] = []
        while runQueue(&batch) {
            assumeIsolated { $0.turn() }
        }
        assumeIsolated { $0.clear() }
    }

    /// Runs what is queued and what that queues in turn, but not for ever: descriptors want their turn too.
    /// False when the loop was stopped and has nothing left to do.
    private nonisolated func runQueue(_ batch: inout [LoopExecutor.Work]) -> Bool {
        let serial = executor.asUnownedSerialExecutor()
        let task = executor.asUnownedTaskExecutor()
        for _ in 0..<16 {
            executor.take(&batch)
            if batch.isEmpty { break }
            for work in batch {
                switch work {
                case .job(let job): job.runSynchronously(isolatedTo: serial, taskExecutor: task)
                case .call(let call): assumeIsolated(call)
                }
            }
            batch.removeAll(keepingCapacity: true)
        }
        return !executor.hasEnded
    }

    /// Waits if nothing is queued, then calls the handlers of what became ready and the actions that are due.
    private func turn() {
        let end = MonotonicTime.now
        turnTimes.add(end.nanoseconds - now.nanoseconds)
        let sleeps = executor.mayRest()
        let count = poller.wait(milliseconds: sleeps ? patience(at: end) : 0)
        if sleeps { executor.wakeful() }
        now = .now
        turns += 1
        for event in 0..<count {
            if let (handler, readiness) = poller.handler(of: event) { handler(readiness) }
        }
        // What an action schedules for right now waits for the next turn.
        let due = now
        var budget = timers.count
        while budget > 0, let action = timers.takeDue(at: due) {
            budget -= 1
            action()
        }
    }

    /// Milliseconds until the next deadline, rounded up so that nothing fires early; -1 without any.
    private func patience(at moment: MonotonicTime) -> Int32 {
        guard let earliest = timers.earliest, earliest != .never else { return -1 }
        guard earliest > moment else { return 0 }
        let wait = (earliest.nanoseconds - moment.nanoseconds + 999_999) / 1_000_000
        return Int32(min(wait, 86_400_000))
    }
}
