import CPostgres
import EventLoop
import Store

/// Connecting blocks, so it is done aside; lost connections come back by themselves.
extension Lane {
    func connect(_ line: Line) {
        guard case .down = line.state, !isEnding else { return }
        line.state = .connecting
        if let timer = line.retry { loop.assumeIsolated { $0.cancel(timer) } }
        line.retry = nil
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
            line.upSince = .now
            line.isSpoilt = false
            line.isBlocked = false
            pump(line)
            for peer in peers { peer.loop.submit { _ in peer.assumeIsolated { $0.connectAnew() } } }
        } catch { stayedAway(error, role) }
    }

    /// Somebody has reached the server: it is no use to wait for the next attempt.
    private func connectAnew() {
        for line in [reading, writing] { connect(line) }
    }

    /// Why one of the connections is not there.
    var absence: LedgerFailure? {
        for line in [reading, writing] where line.pipeline == nil { return line.fault.failure }
        return nil
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
        line.retry = loop.assumeIsolated { [self, role = line.role] in
            $0.remind(self, at: .now.adding(.milliseconds(wait))) { $0.connect($0.line(role)) }
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
        for timer in [line.deadline, line.patience, line.retry].compactMap({ $0 }) {
            loop.assumeIsolated { $0.cancel(timer) }
        }
        (line.deadline, line.patience, line.retry) = (nil, nil, nil)
    }

    // MARK: those who wait for it

    /// Has those who wait leave once the line has been away for long enough; who comes later leaves at once.
    func awaitReturn(_ line: Line) {
        guard line.pipeline == nil, line.patience == nil, hasWaiting(line) else { return }
        let end = line.downSince.adding(.milliseconds(configuration.patienceMilliseconds))
        line.patience = loop.assumeIsolated { [self, role = line.role] in
            $0.remind(self, at: end) { lane in
                lane.line(role).patience = nil
                lane.letGo(lane.line(role))
            }
        }
    }

    private func hasWaiting(_ line: Line) -> Bool {
        switch line.role {
        case .reading: !questions.isEmpty
        case .writing: !changes.isEmpty || !errands.isEmpty
        }
    }

    /// Fails those who wait for a line that has been away for long enough.
    private func letGo(_ line: Line) {
        guard line.pipeline == nil else { return }
        let patience = Duration.milliseconds(configuration.patienceMilliseconds)
        guard line.downSince.adding(patience) <= .now else { return awaitReturn(line) }
        let fault = line.fault
        switch line.role {
        case .reading:
            let left = questions
            questions = []
            for question in left { question.answer(.failure(fault)) }
        case .writing:
            let (left, gone) = (changes, errands)
            (changes, errands) = ([], [])
            for change in left { fail(change.job, fault) }
            for errand in gone { errand.answer(.failure(fault)) }
        }
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

    /// Calls the lane at a time.
    func remind(
        _ lane: Lane, at time: MonotonicTime, _ call: @escaping @Sendable (isolated Lane) -> Void
    ) -> TimerID {
        schedule(at: time) { lane.assumeIsolated { call($0) } }
    }
}
