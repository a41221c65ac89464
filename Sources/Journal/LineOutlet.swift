import Glibc

/// A descriptor that takes whole lines, and what of them it has not taken yet.
struct LineOutlet {
    private let descriptor: Int32
    /// What a pipe takes in one piece (PIPE_BUF), so that lines of several writers do not mix.
    private static let piece = 4_096
    /// Whether the reader decides when there is room; a file always has some.
    private let isStream: Bool
    private var bytes: [UInt8] = []
    private var sent = 0

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        isStream = fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG
    }

    var isEmpty: Bool { sent == bytes.count }

    /// Takes lines, once the former ones are out.
    mutating func take(_ lines: [UInt8]) {
        bytes = lines
        sent = 0
    }

    /// Sends what there is; false when the reader takes no more of it within so many milliseconds.
    mutating func send(waiting milliseconds: Int32) -> Bool {
        while sent < bytes.count {
            guard hasRoom(milliseconds) else { return false }
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + sent }, next) }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                return false
            } else if errno != EINTR {
                // Nobody will ever read: what a journal cannot tell must not stop the broker.
                sent = bytes.count
            }
        }
        return true
    }

    /// How many bytes go out in one call: whole lines where there are some.
    private var next: Int {
        let rest = bytes.count - sent
        guard isStream, rest > Self.piece else { return rest }
        let end = bytes[sent..<sent + Self.piece].lastIndex(of: 10)
        return end.map { $0 + 1 - sent } ?? Self.piece
    }

    private func hasRoom(_ milliseconds: Int32) -> Bool {
        guard isStream else { return true }
        var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while true {
            let count = poll(&wish, 1, milliseconds)
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }
}
