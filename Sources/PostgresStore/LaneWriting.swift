import EventLoop
import OAuth
import Store

/// Writes: what was decided goes out as one batch, in the order of the ids, and is one commit.
extension Lane {
    /// Times that a job begins anew because others were faster.
    private static let rounds = 20

    /// Begins a job, unless the caller's clock went back: then the database is asked whether it still believes so.
    func begin(_ job: Job) {
        let mustBeRead = stamp.mustBeRead()
        guard let now = job.now, stamp.fault(at: now) != nil else {
            if mustBeRead { readStamp {} }
            return queue(job)
        }
        readStamp { [self] in
            if let fault = stamp.fault(at: now) {
                job.fail(PostgresFault(refusing: fault))
            } else {
                queue(job)
            }
        }
    }

    private func readStamp(_ then: @escaping () -> Void) {
        ask([FactTable.read]) { [self] result in
            // What cannot be read is not news: whatever comes next will say so.
            if let answers = try? result.get(), let facts = try? FactTable.facts(in: answers[0]) {
                stamp.put(facts.stamp)
            }
            then()
        }
    }

    /// Starts a job, or has it wait behind the one that its id has under way.
    private func queue(_ job: Job) {
        if queues[job.id] != nil {
            queues[job.id]?.append(job)
        } else {
            queues[job.id] = []
            start(job)
        }
    }

    private func start(_ job: Job) {
        if let guess = job.guess {
            job.guess = nil
            return queue(job, guess)
        }
        ask(job.reads) { [self] in decide(job, on: $0) }
    }

    private func decide(_ job: Job, on result: Result<[Answer], PostgresFault>) {
        do throws(PostgresFault) {
            switch try job.decide(try result.get()) {
            case .answer(let answer):
                answer()
                end(job)
            case .write(let change): queue(job, change)
            }
        } catch { fail(job, error) }
    }

    private func queue(_ job: Job, _ change: Job.Change) {
        changes.append(WaitingChange(job: job, change: change))
        comeBack(to: writing)
    }

    func send(_ errand: Errand) {
        errands.append(errand)
        comeBack(to: writing)
    }

    func fail(_ job: Job, _ fault: PostgresFault) {
        job.fail(fault)
        end(job)
    }

    /// The next one of the same id has its turn.
    private func end(_ job: Job) {
        guard let waiting = queues[job.id], let next = waiting.first else {
            queues[job.id] = nil
            return endIfDone()
        }
        queues[job.id] = Array(waiting.dropFirst())
        start(next)
    }

    private func beginAnew(_ job: Job, after fault: PostgresFault) {
        job.rounds += 1
        if job.rounds > Self.rounds { return fail(job, fault) }
        start(job)
    }

    // MARK: batches

    func sendWrites(through pipeline: Pipeline) throws(PostgresFault) {
        if !changes.isEmpty {
            let batch = changes.sorted { $0.job.id < $1.job.id }
            changes = []
            do throws(PostgresFault) { try send(batch, through: pipeline) } catch {
                changes = batch + changes
                throw error
            }
        }
        while !errands.isEmpty {
            let errand = errands[0]
            try send(errand, through: pipeline)
            errands.removeFirst()
        }
        try stepSweep(through: pipeline)
    }

    private func send(_ batch: [WaitingChange], through pipeline: Pipeline) throws(PostgresFault) {
        var commands: [Command] = []
        commands.reserveCapacity(batch.count + 1)
        if !batch.contains(where: { $0.change.isDurable }) { commands.append(Health.relax) }
        let identities = batch.compactMap(\.change.identity).sorted {
            $0.digest.lexicographicallyPrecedes($1.digest)
        }
        if !identities.isEmpty { commands.append(IdentityTable.settling) }
        // Rows that several nodes write come first, each node in the same order.
        let stamp = batch.compactMap(\.job.now).max().flatMap { self.stamp.successor(at: $0) }
        if let stamp { commands.append(FactTable.put(stamp)) }
        for identity in identities { commands += identity.commands }
        let first = commands.count
        for waiting in batch { commands.append(waiting.change.command) }
        let began = StoreClock.now()
        try pipeline.send(commands) { [self] outcome in
            switch outcome {
            case .answers(let answers):
                configuration.observe?(.commit(nanoseconds: StoreClock.now() - began, writes: batch.count))
                if let stamp { self.stamp.put(stamp) }
                committed(batch, answers[first...])
            case .fault(let fault, let statement):
                undone(batch, fault, culprit: statement.map { $0 - first })
            }
        }
    }

    private func committed(_ batch: [WaitingChange], _ answers: ArraySlice<Answer>) {
        for (waiting, answer) in zip(batch, answers) {
            if answer.count == 1 {
                waiting.change.answer()
                end(waiting.job)
            } else {
                beginAnew(waiting.job, after: PostgresFault(reason: "too many wrote to the same row at once"))
            }
        }
        sweep.note(jobs: batch.count, at: batch.last { $0.job.now != nil }?.job.now)
    }

    /// Nothing of the batch was written, or nobody knows.
    private func undone(_ batch: [WaitingChange], _ fault: PostgresFault, culprit: Int?) {
        note(fault, on: writing)
        // What goes before the changes is everybody's; what comes after them is the commit.
        let meetsAllAlike = fault.meetsAllAlike || culprit.map { $0 < 0 } ?? false
        let culprit = culprit.flatMap { batch.indices.contains($0) ? $0 : nil }
        if !fault.isTransient && (meetsAllAlike || batch.count == 1) {
            for waiting in batch { fail(waiting.job, fault) }
        } else if fault.isTransient {
            for waiting in batch { beginAnew(waiting.job, after: fault) }
        } else {
            // The one that met the fault has its answer; the others are tried again, singly if nobody knows which.
            for (index, waiting) in batch.enumerated() {
                if index == culprit {
                    fail(waiting.job, fault)
                } else {
                    retry(waiting, singly: culprit == nil)
                }
            }
        }
    }

    private func retry(_ waiting: WaitingChange, singly: Bool) {
        guard singly, let pipeline = writing.pipeline else { return changes.append(waiting) }
        do throws(PostgresFault) { try send([waiting], through: pipeline) } catch { fail(waiting.job, error) }
    }

    private func send(_ errand: Errand, through pipeline: Pipeline) throws(PostgresFault) {
        try pipeline.send(errand.commands) { [self] outcome in
            switch outcome {
            case .answers(let answers): errand.answer(.success(answers))
            case .fault(let fault, _):
                note(fault, on: writing)
                if fault.isTransient, errand.rounds < Self.rounds {
                    var again = errand
                    again.rounds += 1
                    send(again)
                } else {
                    errand.answer(.failure(fault))
                }
            }
        }
    }

    // MARK: the sweep

    /// One step, when there is nothing else to do or others have had their turn for long enough. Nobody waits for it;
    /// after a fault the pass is given up.
    private func stepSweep(through pipeline: Pipeline) throws(PostgresFault) {
        guard let pass = sweep.pass, let now = sweep.clock, !isSweeping, !isEnding,
            pipeline.inFlight == 0 || sweep.isOverdue
        else { return }
        isSweeping = true
        // A clock that is set back afterwards must not find the ground cleared.
        let stamp = stamp.successor(at: now)
        let noted = stamp.map { [FactTable.put($0)] } ?? []
        let step = Sweeper.step(pass.table, past: pass.cursor, now: now)
        do throws(PostgresFault) {
            try pipeline.send([Health.relax] + noted + [step]) { [self] outcome in
                isSweeping = false
                switch outcome {
                case .answers(let answers):
                    if let stamp { self.stamp.put(stamp) }
                    swept(pass.table, Sweeper.step(in: answers[1 + noted.count]))
                case .fault(let fault, _):
                    note(fault, on: writing)
                    sweep.stepped(to: nil)
                }
            }
        } catch {
            isSweeping = false
            throw error
        }
    }

    private func swept(_ table: Sweep.Table, _ step: Sweep.Step) {
        if step.deleted > 0 { configuration.observe?(.swept(table: table, rows: step.deleted)) }
        guard let rows = sweep.stepped(step), let observe = configuration.observe else { return }
        ask([Sweeper.size]) { result in
            guard let answers = try? result.get() else { return }
            observe(.holds(table: table, rows: rows, bytes: answers[0].row(0).int(0)))
        }
    }
}
