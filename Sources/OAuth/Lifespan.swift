/// When something begins to count and when it no longer does: good up to the last millisecond before its end.
///
/// The beginning matters when the clock steps back: what lies further ahead of the clock than the leeway is
/// refused, so a clock that an hour was taken from brings nothing back to life.
package struct Lifespan: Sendable {
    package let start: Timestamp
    package let end: Timestamp

    /// How far clocks of ours may differ, in seconds.
    package static let leewaySeconds = 60

    package init(from start: Timestamp, until end: Timestamp) {
        self.start = start
        self.end = end
    }

    package func contains(_ now: Timestamp) -> Bool {
        now >= start.adding(seconds: -Self.leewaySeconds) && now < end
    }
}
