import EventLoop

/// Connections that wait for the same kind of thing, in the order in which their patience ends. All have the same
/// patience, so the newest goes to the end: joining and leaving cost nothing, however many wait.
final class Lane {
    /// Nil: for ever.
    private let patience: Duration?
    private(set) var first: Connection?
    private var last: Connection?
    /// Whether a timer of the loop will look after this lane.
    var isWatched = false

    init(patience: Duration?) {
        self.patience = patience
    }

    func join(_ connection: Connection, at now: MonotonicTime) {
        connection.lane?.leave(connection)
        connection.lane = self
        connection.since = now
        connection.deadline = patience.map(now.adding) ?? .never
        connection.previous = last
        last?.next = connection
        last = connection
        if first == nil { first = connection }
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
