import EventLoop
import OAuth
import Store

/// How batches leave and answers arrive.
extension Lane {
    static let statements =
        TransactionTable.statements + GrantTable.statements + IdentityTable.statements + SpillTable.statements
        + KeyTable.statements + FactTable.statements + Sweeper.statements + Health.statements

    /// Comes back to the line once everybody who runs in this turn has had the time to queue something.
    func comeBack(to line: Line) {
        guard line.pipeline != nil else {
            // Who comes while nobody waits any more is told at once.
            return awaitReturn(line)
        }
        guard !line.isDue else { return }
        line.isDue = true
        loop.submit { [lane = self, role = line.role] _ in
            lane.assumeIsolated {
                $0.line(role).isDue = false
                $0.pump($0.line(role))
            }
        }
    }

    /// Sends what waits, if nothing is under way.
    func pump(_ line: Line) {
        guard let pipeline = line.pipeline, pipeline.inFlight == 0, !line.isSpoilt else { return }
        do throws(PostgresFault) {
            switch line.role {
            case .reading: try sendQuestions(through: pipeline)
            case .writing: try sendWrites(through: pipeline)
            }
            if pipeline.inFlight > 0 { try flush(line, pipeline) }
        } catch { lose(line, error) }
        setDeadline(line)
    }

    /// The loop says that the socket can be read or written.
    func isReady(_ line: Line, _ readiness: Readiness) {
        guard let pipeline = line.pipeline else { return }
        let before = pipeline.inFlight
        do throws(PostgresFault) {
            if readiness.isWritable || line.isBlocked { try flush(line, pipeline) }
            try pipeline.receive()
            if pipeline.inFlight < before { line.failures = 0 }
            if line.isSpoilt { throw line.fault }
        } catch { return lose(line, error) }
        // What an answer set off comes to the same turn's end.
        if pipeline.inFlight == 0 { comeBack(to: line) }
        setDeadline(line)
        endIfDone()
    }

    /// Sends what the socket takes, and waits for it to take the rest.
    func flush(_ line: Line, _ pipeline: Pipeline) throws(PostgresFault) {
        let isBlocked = try pipeline.flush()
        guard isBlocked != line.isBlocked else { return }
        line.isBlocked = isBlocked
        loop.assumeIsolated { [socket = pipeline.socket] in
            try? $0.modify(socket, for: isBlocked ? [.readable, .writable] : .readable)
        }
    }

    /// A connection on which nothing comes back counts as lost after a while, whatever TCP believes.
    func setDeadline(_ line: Line) {
        if let timer = line.deadline { loop.assumeIsolated { $0.cancel(timer) } }
        line.deadline = nil
        guard let pipeline = line.pipeline, pipeline.inFlight > 0 else { return }
        line.deadline = loop.assumeIsolated { [self, role = line.role] in
            $0.remind(self, at: .now.adding(.milliseconds(configuration.answerMilliseconds))) { lane in
                lane.line(role).deadline = nil
                lane.lose(lane.line(role), .silent)
            }
        }
    }

    /// A fault that the server reported: the line may have become useless by it.
    /// A session that may not write keeps to that even when others may, so every 2 s it is given up for a new one.
    func note(_ fault: PostgresFault, on line: Line) {
        let isOld = line.upSince.adding(.seconds(2)) <= .now
        guard fault.spoilsConnection || fault.isReadOnly && isOld else { return }
        line.isSpoilt = true
        line.fault = fault
    }
}
