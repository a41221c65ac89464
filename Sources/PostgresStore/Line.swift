import EventLoop

/// One of a loop's two ways to the server: there, on its way, or lost.
final class Line {
    /// What it is for.
    enum Role: Sendable {
        case reading
        case writing
    }

    enum State {
        /// Not there; the next attempt is scheduled.
        case down
        case connecting
        case up(Pipeline)
    }

    let role: Role
    var state = State.down
    /// Why it is not there.
    var fault = PostgresFault.connecting
    /// Since when it has not been there.
    var downSince: MonotonicTime
    /// Since when it has been there, while it is.
    var upSince: MonotonicTime
    /// Attempts in a row that came to nothing.
    var failures = 0
    /// The server ended what could be done with it, though it still stands.
    var isSpoilt = false
    /// The loop has been asked to come back to it in this turn.
    var isDue = false
    /// What could not be sent yet waits for the socket.
    var isBlocked = false
    /// When its answer is overdue; when those who wait for it have waited enough.
    var deadline: TimerID?
    var patience: TimerID?
    /// The next attempt to connect.
    var retry: TimerID?

    init(_ role: Role, now: MonotonicTime) {
        self.role = role
        downSince = now
        upSince = now
    }

    /// The pipeline, while there is one.
    var pipeline: Pipeline? {
        if case .up(let pipeline) = state { pipeline } else { nil }
    }
}
