import Glibc

/// The database file that was there at the start. A path can come to mean another file, or none, while the old one is
/// still open: what is written then would be gone with the process.
struct StoreFile: Sendable {
    /// A file itself, whatever it is called.
    struct Identity: Equatable, Sendable {
        private let device: UInt
        private let number: UInt

        /// The file at `path`; nil when there is none that can be looked at.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            number = status.st_ino
        }
    }

    private let path: String
    /// Where SQLite keeps the log: beside the file itself, whatever links lead there.
    private let logPath: String
    private let identity: Identity?

    init(at path: String) {
        self.path = path
        logPath = DatabaseFile(path).resolved + "-wal"
        identity = Identity(path)
    }

    /// The write-ahead log at the path now.
    var log: Identity? { Identity(logPath) }

    /// Throws while something else than that file, or nothing, is at its path. Another one is not taken for it
    /// before a restart: the log beside it belongs to the old one, and a copy begins a new epoch.
    func requireInPlace() throws(SQLiteFault) {
        switch Identity(path) {
        case identity: return
        case nil: throw .displaced("its file is gone from \(path): put it back, or restart")
        case .some: throw .displaced("another file is at \(path): put the old one back, or restart")
        }
    }

    /// Throws while `log` is not at its path.
    func requireInPlace(_ log: Identity?) throws(SQLiteFault) {
        if self.log == log { return }
        throw .displaced("its write-ahead log is gone from \(logPath): put it back, or restart")
    }
}
