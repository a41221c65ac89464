import Synchronization

/// One sleeping task: woken by whichever comes first, its deadline or its cancellation.
final class Sleeper: Sendable {
    private enum State {
        case awake
        case asleep(UnsafeContinuation<Void, Never>, TimerID?)
        case over
    }

    private let loop: EventLoop
    private let deadline: MonotonicTime
    private let state = Mutex(State.awake)

    init(loop: EventLoop, deadline: MonotonicTime) {
        self.loop = loop
        self.deadline = deadline
    }

    func begin(_ continuation: UnsafeContinuation<Void, Never>) {
        let isOver = state.withLock { state in
            if case .over = state { return true }
            state = .asleep(continuation, nil)
            return false
        }
        if isOver { return continuation.resume() }
        loop.submit { [self] loop in arm(on: loop) }
    }

    /// Ends the sleep before its time, and takes its timer back.
    func cancel() {
        guard let timer = end() else { return }
        loop.submit { $0.cancel(timer) }
    }

    private func arm(on loop: isolated EventLoop) {
        let timer = loop.schedule(at: deadline) { _ = self.end() }
        let isNeeded = state.withLock { state in
            guard case .asleep(let continuation, _) = state else { return false }
            state = .asleep(continuation, timer)
            return true
        }
        if !isNeeded { loop.cancel(timer) }
    }

    private func end() -> TimerID? {
        let (continuation, timer): (UnsafeContinuation<Void, Never>?, TimerID?) = state.withLock { state in
            defer { state = .over }
            if case .asleep(let continuation, let timer) = state { return (continuation, timer) }
            return (nil, nil)
        }
        continuation?.resume()
        return timer
    }
}
