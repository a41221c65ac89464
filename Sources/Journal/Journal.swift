/// What the broker tells its operators: one line an event, and numbers.
package struct Journal: Sendable {
    package let level: Level
    package let format: JournalFormat
    package let sink: any JournalSink
    package let metrics: Metrics
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var clock: @Sendable () -> Int64 = { LogTime.now() }

    package init(
        level: Level = .info, format: JournalFormat = .json, sink: any JournalSink,
        metrics: Metrics = Metrics()
    ) {
        self.level = level
        self.format = format
        self.sink = sink
        self.metrics = metrics
    }

    /// Whether events of this level are passed on; to be asked before an event is made on a busy path.
    package func tells(_ level: Level) -> Bool { level >= self.level }

    package func record(_ event: Event) {
        guard tells(event.level) else { return }
        var line = JournalLine(format, time: clock(), level: event.level, message: event.message)
        event.write(to: &line)
        sink.write(line.finished(), isUrgent: event.level >= .error)
    }

    /// Nothing that was told stays behind: for the end of the process.
    package func finish() { sink.finish() }
}
