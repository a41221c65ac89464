import CPostgres
import EventLoop

/// Connecting blocks, so it is done aside; lost connections come back by themselves.
extension Lane {
    func connect(_ line: Line) {
        guard case .down = line.state, !isEnding else { return }
        line.state = .connecting
        let (configuration, role, lane) = (configuration, line.role, self)
        do throws(SystemFailure) {
            try EventLoopGroup.runAside {
                do throws(PostgresFault) {
                    let connection = try Connection(configuration)
                    try Schema.check(connection)
                    try connection.prepare(Lane.statements)
                    await lane.arrived(Handover(connection), role)
                } catch { await lane.stayedAway(error, role) }
            }
        } catch { stayedAway(PostgresFault(reason: error.description), line.role) }
    }

    private func arrived(_ handover: Handover, _ role: Line.Role) {
        let line = line(role)
        guard !isEnding, let connection = handover.take() else { return line.state = .down }
        do throws(PostgresFault) {
            let pipeline = try Pipeline(connection)
            let socket = pipeline.socket
            guard loop.assumeIsolated({ [self] in $0.watch(socket, role, of: self) })
            else { throw .lost }
            line.state = .up(pipeline)
            line.isSpoilt = false
            line.isBlocked = false
            pump(line)
        } catch { stayedAway(error, role) }
    }

    private func stayedAway(_ fault: PostgresFault, _ role: Line.Role) {
        let line = line(role)
        line.state = .down
        line.fault = fault
        retry(line)
        letGo(line)
    }

    /// At once the first time; then after 100 ms, doubling up to 2 s, each a little off so that processes do not come
    /// all together.
    private func retry(_ line: Line) {
        guard !isEnding else { return }
        line.failures += 1
        if line.failures == 1 { return connect(line) }
        let longest = min(100 << min(line.failures - 2, 5), 2_000)
        let wait = Int.random(in: longest / 2...longest)
        loop.assumeIsolated { [self, role = line.role] in
            _ = $0.remind(self, in: wait) { $0.connect($0.line(role)) }
        }
    }

    /// The connection is of no more use. What was in flight fails, for nobody knows what became of it.
    func lose(_ line: Line, _ fault: PostgresFault) {
        guard let pipeline = line.pipeline else { return }
        loop.assumeIsolated { [socket = pipeline.socket] in $0.unwatch(socket, closing: true) }
        line.state = .down
        line.fault = fault
        line.downSince = .now
        setDeadline(line)
        retry(line)
        pipeline.abandon(fault)
        awaitReturn(line)
        endIfDone()
    }

    func hangUp(_ line: Line) {
        if let pipeline = line.pipeline {
            loop.assumeIsolated { [socket = pipeline.socket] in $0.unwatch(socket, closing: true) }
        }
        line.state = .down
        for timer in [line.deadline, line.patience].compactMap({ $0 }) {
            loop.assumeIsolated { $0.cancel(timer) }
        }
    }

    // MARK: those who wait for it

    /// Has those who wait leave once they have waited enough.
    func awaitReturn(_ line: Line) {
        guard line.pipeline == nil, line.patience == nil, hasWaiting(line) else { return }
        line.patience = loop.assumeIsolated { [self, role = line.role] in
            $0.remind(self, in: configuration.patienceMilliseconds) { lane in
                lane.line(role).patience = nil
                lane.letGo(lane.line(role))
            }
        }
    }

    /// Whether the line has been away for so long that nobody waits for it.
    private func isGivenUp(_ line: Line, since: MonotonicTime) -> Bool {
        let patience = Duration.milliseconds(configuration.patienceMilliseconds)
        return max(since, line.downSince).adding(patience) <= .now || line.downSince.adding(patience) <= .now
    }

    private func hasWaiting(_ line: Line) -> Bool {
        switch line.role {
        case .reading: !questions.isEmpty
        case .writing: !changes.isEmpty || !errands.isEmpty
        }
    }

    /// Fails those who have waited enough for a line that is not there.
    private func letGo(_ line: Line) {
        guard line.pipeline == nil else { return }
        let fault = line.fault
        switch line.role {
        case .reading:
            let left = questions.filter { isGivenUp(line, since: $0.since) }
            questions.removeAll { isGivenUp(line, since: $0.since) }
            for question in left { question.answer(.failure(fault)) }
        case .writing:
            let left = changes.filter { isGivenUp(line, since: $0.since) }
            changes.removeAll { isGivenUp(line, since: $0.since) }
            let gone = errands.filter { isGivenUp(line, since: $0.since) }
            errands.removeAll { isGivenUp(line, since: $0.since) }
            for change in left { fail(change.job, fault) }
            for errand in gone { errand.answer(.failure(fault)) }
        }
        awaitReturn(line)
        endIfDone()
    }
}

extension EventLoop {
    fileprivate func watch(_ socket: Int32, _ role: Line.Role, of lane: Lane) -> Bool {
        let watched: Void? = try? watch(socket, for: .readable) { readiness in
            lane.assumeIsolated { $0.isReady($0.line(role), readiness) }
        }
        return watched != nil
    }

    /// Calls the lane in so many milliseconds.
    func remind(
        _ lane: Lane, in milliseconds: Int, _ call: @escaping @Sendable (isolated Lane) -> Void
    ) -> TimerID {
        schedule(after: .milliseconds(milliseconds)) { lane.assumeIsolated { call($0) } }
    }
}
