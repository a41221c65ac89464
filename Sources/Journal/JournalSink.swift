/// Where finished lines go. Called from any thread; must not fail and must not wait long.
package protocol JournalSink: Sendable {
    /// - Parameter line: one record with its line feed.
    func write(_ line: [UInt8])
}
