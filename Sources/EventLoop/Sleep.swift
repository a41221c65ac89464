extension EventLoop {
    /// Suspends the calling task, not the thread. Throws when the task is cancelled.
    package nonisolated func sleep(for duration: Duration) async throws(CancellationError) {
        let sleeper = Sleeper(loop: self, deadline: MonotonicTime.now.adding(duration))
        await withTaskCancellationHandler {
            await withUnsafeContinuation { sleeper.begin($0) }
        } onCancel: {
            sleeper.cancel()
        }
        if Task.isCancelled { throw CancellationError() }
    }

    /// As the instance's, on the loop whose thread this is; off the loops, by the runtime's own clock.
    package static func sleep(for duration: Duration) async throws(CancellationError) {
        if let loop = current { return try await loop.sleep(for: duration) }
        do { try await Task.sleep(for: duration) } catch { throw CancellationError() }
    }
}
