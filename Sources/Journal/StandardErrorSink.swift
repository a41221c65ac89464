import Glibc

/// Standard error. A line goes out in one call, so that lines of several threads do not mix.
package struct StandardErrorSink: JournalSink {
    package init() {}

    package func write(_ line: [UInt8]) {
        line.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Glibc.write(
                    STDERR_FILENO, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
                if count > 0 {
                    sent += count
                } else if count < 0, errno == EINTR {
                    continue
                } else {
                    // Nobody reads: what a journal cannot tell must not stop the broker.
                    return
                }
            }
        }
    }
}
