import Synchronization

/// Keeps the lines, for tests.
package final class MemorySink: JournalSink {
    private let kept = Mutex<[String]>([])

    package init() {}

    package func write(_ line: [UInt8], isUrgent: Bool) {
        let text = String(decoding: line, as: UTF8.self)
        kept.withLock { $0.append(text) }
    }

    /// The lines so far, each with its line feed.
    package var lines: [String] { kept.withLock { $0 } }

    /// All lines as one text.
    package var text: String { lines.joined() }
}
