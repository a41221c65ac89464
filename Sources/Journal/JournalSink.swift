/// Where finished lines go. Called from any thread; must not fail and must not wait long.
package protocol JournalSink: Sendable {
    /// - Parameters:
    ///   - line: one record with its line feed.
    ///   - isUrgent: whether it shall not wait for others.
    func write(_ line: [UInt8], isUrgent: Bool)

    /// Whatever was kept back goes out now: the process ends.
    func finish()
}

extension JournalSink {
    package func finish() {}
}
