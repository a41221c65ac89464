import CSQLite
import OAuth
import Store

/// Where the writer's thread works: its connection, and the rules by which a batch becomes one commit.
struct Bench {
    private let configuration: SQLiteConfiguration
    private let file: StoreFile
    private var tables: Tables?
    /// A sync failed, maybe, and nobody can tell what of before it is on the disk.
    private var isInDoubt = false
    private var sweep = Sweep()
    /// How the last batch was made durable; SQLite keeps it until told otherwise.
    private var synchronous = false

    init(_ configuration: SQLiteConfiguration, _ file: StoreFile) {
        self.configuration = configuration
        self.file = file
    }

    /// Works until the writer says that it is over.
    mutating func run(for writer: Writer) {
        while true {
            switch writer.next(sleeping: !hasChores) {
            case .jobs(let jobs):
                commit(jobs)
                sweep.note(jobs: jobs.count, at: jobs.last(where: { $0.now != nil })?.now)
                if isCheckpointDue { doChore() }
            case .nothing: doChore()
            case .end: return
            }
        }
    }

    /// One transaction for all; when it cannot be had, nobody is told that it could.
    private mutating func commit(_ jobs: [Job]) {
        do throws(SQLiteFault) {
            let answers = try transact(jobs)
            for answer in answers { answer() }
        } catch {
            recover(from: error)
            // A lock that others hold, or a full disk, would meet each of the jobs alike.
            if jobs.count == 1 || error.meetsAllAlike {
                for job in jobs { job.fail(error.failure) }
            } else {
                for job in jobs { commit([job]) }
            }
        }
    }

    private mutating func transact(_ jobs: [Job]) throws(SQLiteFault) -> [Job.Answer] {
        let began = StoreClock.now()
        let tables = try opened()
        try setSynchronous(jobs.contains { $0.durable }, on: tables)
        try tables.begin.run()
        tables.facts = try tables.factTable.read()
        var answers: [Job.Answer] = []
        answers.reserveCapacity(jobs.count)
        let changes = tables.connection.allChanges
        for job in jobs { answers.append(try perform(job, on: tables)) }
        if tables.connection.allChanges > changes { try stamp(jobs, on: tables) }
        if sweep.isOverdue { try stepSweep(tables) }
        try tables.commit.run()
        configuration.observe?(.commit(nanoseconds: StoreClock.now() - began, writes: jobs.count))
        return answers
    }

    private func perform(_ job: Job, on tables: Tables) throws(SQLiteFault) -> Job.Answer {
        if let now = job.now, let fault = tables.facts.stamp.fault(at: now) { return { job.fail(fault) } }
        return try job.perform(tables)
    }

    /// Notes what the clock shows, along with what is written anyway.
    private func stamp(_ jobs: [Job], on tables: Tables) throws(SQLiteFault) {
        if let now = jobs.compactMap(\.now).max() { try stamp(now, on: tables) }
    }

    private func stamp(_ now: Timestamp, on tables: Tables) throws(SQLiteFault) {
        guard let stamp = tables.facts.stamp.successor(at: now) else { return }
        try tables.factTable.put(stamp)
        tables.facts.stamp = stamp
    }

    /// FULL has every commit reach the disk; under NORMAL a loss of power may take the last ones with it.
    private mutating func setSynchronous(_ full: Bool, on tables: Tables) throws(SQLiteFault) {
        guard full != synchronous else { return }
        try tables.connection.execute(full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL")
        synchronous = full
    }

    private mutating func opened() throws(SQLiteFault) -> Tables {
        try file.requireInPlace()
        let opened = try connected()
        try opened.requireLogInPlace()
        if isInDoubt {
            synchronous = true
            try opened.beginLogAnew()
            isInDoubt = false
        }
        return opened
    }

    private mutating func connected() throws(SQLiteFault) -> Tables {
        if let tables { return tables }
        let opened = try Tables(configuration, file)
        tables = opened
        synchronous = true
        return opened
    }

    private mutating func recover(from fault: SQLiteFault) {
        tables?.connection.rollBack()
        if fault.shakesTrust { isInDoubt = true }
        if fault.spoilsConnection { tables = nil }
    }
}

/// What is done between batches, after the answers are out.
extension Bench {
    private var isCheckpointDue: Bool { (tables?.uncheckpointedPages ?? 0) >= configuration.checkpointPages }

    private var hasChores: Bool { isCheckpointDue || sweep.pass != nil }

    private mutating func doChore() {
        guard let tables else { return sweep.stepped(to: nil) }
        do throws(SQLiteFault) {
            if isCheckpointDue { return try tables.checkpoint() }
            // Deletes need not be durable: a row that comes back is as expired as before.
            try setSynchronous(false, on: tables)
            try tables.begin.run()
            tables.facts = try tables.factTable.read()
            try stepSweep(tables)
            try tables.commit.run()
        } catch {
            // Nobody waits for a chore, and what it left undone comes up again.
            recover(from: error)
            sweep.stepped(to: nil)
        }
    }

    /// One step, inside the transaction under way. After a fault the pass is given up, so that no batch meets the
    /// same again.
    private mutating func stepSweep(_ tables: Tables) throws(SQLiteFault) {
        guard let pass = sweep.pass, let now = sweep.clock else { return sweep.stepped(to: nil) }
        do throws(SQLiteFault) {
            let step = try tables.sweeper.step(
                pass.table, past: pass.cursor, rows: Sweep.stepRows, now: now, on: tables.connection)
            if step.deleted > 0 {
                // A clock that is set back afterwards must not find the ground cleared.
                try stamp(now, on: tables)
                configuration.observe?(.swept(table: pass.table, rows: step.deleted))
            }
            if let rows = sweep.stepped(step) {
                configuration.observe?(
                    .holds(table: pass.table, rows: rows, bytes: try tables.sweeper.bytes()))
            }
        } catch {
            sweep.stepped(to: nil)
            throw error
        }
    }
}
