import EventLoop
import OAuth
import Store

/// What one event loop has of the database: a connection that reads and one that writes, driven by that loop on its
/// thread alone.
///
/// What queues up while a batch is under way is the next batch. A write reads its row on the reading line, decides,
/// and changes the row on the writing line if its version is still the one that was read; else it begins anew.
actor Lane {
    nonisolated let loop: EventLoop
    let configuration: PostgresConfiguration
    let stamp: SharedStamp
    let reading: Line
    let writing: Line
    /// Reads that wait.
    var questions: [Question] = []
    /// Decided writes that wait.
    var changes: [WaitingChange] = []
    var errands: [Errand] = []
    /// The ids that have a job under way, and the jobs that wait for its end: a batch has one job an id at most, so
    /// that no version is ever decided on that was not written.
    var queues: [TransactionID: [Job]] = [:]
    var sweep = Sweep()
    var isSweeping = false
    var spilled = SpillGauge()
    var peers: [Lane] = []
    private var isClosing = false
    private var closers: [() -> Void] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.unownedExecutor }

    init(on loop: EventLoop, _ configuration: PostgresConfiguration, _ stamp: SharedStamp) {
        self.loop = loop
        self.configuration = configuration
        self.stamp = stamp
        reading = Line(.reading, now: .now)
        writing = Line(.writing, now: .now)
    }

    /// Begins to connect.
    /// - Parameter lanes: all of them: whichever finds the server back tells the others.
    func open(beside lanes: [Lane]) {
        peers = lanes
        // Whoever comes before the first connection is there waits for it a little longer.
        for line in [reading, writing] { line.downSince = .now.adding(.seconds(9)) }
        connect(reading)
        connect(writing)
    }

    func line(_ role: Line.Role) -> Line {
        switch role {
        case .reading: reading
        case .writing: writing
        }
    }

    // MARK: what the ledger asks for

    /// Reads, and makes an outcome of the answers.
    func read<Row: Sendable>(
        _ commands: [Command], _ body: @escaping @Sendable ([Answer]) throws(PostgresFault) -> Row
    ) async -> Result<Row, LedgerFailure> {
        if isClosing { return .failure(PostgresFault.closing.failure) }
        return await withUnsafeContinuation { continuation in
            ask(commands) { continuation.resume(returning: $0.outcome(body)) }
        }
    }

    /// Reads, decides and writes; a decision comes with the outcome to tell once it is durable.
    func decide<Outcome: Sendable>(
        _ plan: Plan<Outcome>,
        _ body: @escaping @Sendable ([Answer]) throws(PostgresFault) -> Decided<Outcome>
    ) async -> Result<Outcome, LedgerFailure> {
        if isClosing { return .failure(PostgresFault.closing.failure) }
        return await withUnsafeContinuation { continuation in
            let job = Job(
                plan.id, reads: plan.reads, now: plan.now,
                guess: plan.guess.map { $0.change(plan.isDurable) { continuation.resume(returning: $0) } },
                decide: { answers throws(PostgresFault) in
                    let decided = try body(answers)
                    guard let write = decided.write else {
                        return .answer { continuation.resume(returning: .success(decided.outcome)) }
                    }
                    return .write(
                        Write(write, decided.outcome, identity: decided.identity)
                            .change(decided.isDurable) { continuation.resume(returning: $0) })
                },
                fail: { continuation.resume(returning: .failure($0.failure)) })
            begin(job)
        }
    }

    /// Runs statements as a transaction of their own.
    func run<Outcome: Sendable>(
        _ commands: [Command], _ body: @escaping @Sendable ([Answer]) throws(PostgresFault) -> Outcome
    ) async -> Result<Outcome, LedgerFailure> {
        if isClosing { return .failure(PostgresFault.closing.failure) }
        return await withUnsafeContinuation { continuation in
            send(
                Errand(commands: commands) {
                    continuation.resume(returning: $0.outcome(body))
                })
        }
    }

    // MARK: the end

    /// Finishes what is under way, and lets go of the connections.
    func close() async {
        isClosing = true
        await withUnsafeContinuation { continuation in
            closers.append { continuation.resume() }
            endIfDone()
        }
    }

    /// After whatever may have been the last thing that was under way.
    func endIfDone() {
        guard isClosing, questions.isEmpty, changes.isEmpty, errands.isEmpty, queues.isEmpty, !isSweeping,
            reading.pipeline?.inFlight ?? 0 == 0, writing.pipeline?.inFlight ?? 0 == 0
        else { return }
        hangUp(reading)
        hangUp(writing)
        peers = []
        let done = closers
        closers = []
        for closer in done { closer() }
    }

    var isEnding: Bool { isClosing }
}

/// What `decide` is for and rests on.
struct Plan<Outcome: Sendable>: Sendable {
    let id: TransactionID
    let reads: [Command]
    let now: Timestamp?
    /// Whether the guess must reach the disk before its answer.
    var isDurable = true
    /// What to write at first, without having read.
    var guess: Write<Outcome>?
}

/// A decision: what to write, if anything, and what to tell.
struct Decided<Outcome: Sendable>: Sendable {
    var write: Command?
    var identity: Job.Identity?
    /// Whether it must reach the disk before the outcome is told.
    var isDurable = true
    let outcome: Outcome
}

/// A command and what to tell when it has changed its row.
struct Write<Outcome: Sendable>: Sendable {
    let command: Command
    let outcome: Outcome
    let identity: Job.Identity?

    init(_ command: Command, _ outcome: Outcome, identity: Job.Identity? = nil) {
        (self.command, self.outcome, self.identity) = (command, outcome, identity)
    }

    func change(
        _ durable: Bool, _ answer: @escaping (Result<Outcome, LedgerFailure>) -> Void
    ) -> Job.Change {
        let outcome = outcome
        return Job.Change(command: command, identity: identity, isDurable: durable) {
            answer(.success(outcome))
        }
    }
}

extension Result<[Answer], PostgresFault> {
    /// What `body` makes of the answers, in the words of the ledger's contract.
    fileprivate func outcome<Outcome>(
        _ body: ([Answer]) throws(PostgresFault) -> Outcome
    ) -> Result<Outcome, LedgerFailure> {
        do throws(PostgresFault) { return .success(try body(try get())) } catch {
            return .failure(error.failure)
        }
    }
}
