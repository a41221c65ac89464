import Synchronization

/// One sleeping task: woken by whichever comes first, its deadline or its end.
final class Sleeper: Sendable {
    private enum State {
        case awake
        case asleep(UnsafeContinuation<Void, Never>)
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
            state = .asleep(continuation)
            return false
        }
        if isOver { return continuation.resume() }
        loop.submit { [self] loop in
            loop.schedule(at: deadline) { self.end() }
        }
    }

    func end() {
        let continuation: UnsafeContinuation<Void, Never>? = state.withLock { state in
            defer { state = .over }
            if case .asleep(let continuation) = state { return continuation }
            return nil
        }
        continuation?.resume()
    }
}
