import EventLoop

/// Connections that wait for the same kind of thing, in the order in which their patience ends. All have the same
/// patience, so the newest goes to the end: joining and leaving cost nothing, however many wait.
final class Lane {
    /// In nanoseconds; nil: for ever.
    private let patience: UInt64?
    /// How much of its patience, in nanoseconds, a connection may lose so that it need not move at each request.
    private let slack: UInt64
    private(set) var first: Connection?
    private var last: Connection?
    /// Whether a timer of the loop will look after this lane.
    var isWatched = false

    /// - Parameter isLenient: whether a deadline may come early, by a sixtieth of the patience.
    init(patience: Duration?, isLenient: Bool = false) {
        self.patience = patience.map { MonotonicTime(nanoseconds: 0).adding($0).nanoseconds }
        slack = isLenient ? (self.patience ?? 0) / 60 : 0
    }

    func join(_ connection: Connection, at now: MonotonicTime) {
        connection.lane?.leave(connection)
        connection.lane = self
        connection.since = now
        connection.deadline = deadline(from: now)
        connection.previous = last
        last?.next = connection
        last = connection
        if first == nil { first = connection }
    }

    /// Whether a connection that is used now may stay where it is.
    func keepsPlace(of connection: Connection, at now: MonotonicTime) -> Bool {
        slack > 0 && deadline(from: now).nanoseconds - connection.deadline.nanoseconds < slack
    }

    private func deadline(from now: MonotonicTime) -> MonotonicTime {
        guard let patience else { return .never }
        let (sum, isOver) = now.nanoseconds.addingReportingOverflow(patience)
        return isOver ? .never : MonotonicTime(nanoseconds: sum)
    }

    /// The connection that was used longest ago; among many that came within the slack it is one of the first.
    var oldest: Connection? {
        guard let first else { return nil }
        var oldest = first
        var candidate = first.next
        for _ in 0..<64 {
            guard let one = candidate, one.deadline.nanoseconds - first.deadline.nanoseconds < slack else {
                break
            }
            if one.since < oldest.since { oldest = one }
            candidate = one.next
        }
        return oldest
    }

    func leave(_ connection: Connection) {
        if first === connection { first = connection.next }
        if last === connection { last = connection.previous }
        connection.next?.previous = connection.previous
        connection.previous?.next = connection.next
        connection.next = nil
        connection.previous = nil
        connection.lane = nil
    }

    /// Calls a function with each that is here now; it may leave meanwhile.
    func forEach(_ body: (Connection) -> Void) {
        var present: [Connection] = []
        var connection = first
        while let one = connection {
            present.append(one)
            connection = one.next
        }
        for one in present { body(one) }
    }
}
