import Synchronization

/// A connection on its way from the thread that made it to the loop that uses it.
final class Handover: Sendable {
    private let connection: Mutex<Connection?>

    init(_ connection: sending Connection) { self.connection = Mutex(connection) }

    /// The connection, to whoever asks first.
    func take() -> sending Connection? {
        connection.withLock { connection in
            let taken = connection
            connection = nil
            return taken
        }
    }
}
