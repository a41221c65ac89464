import OAuth
import Store
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct SweepTests {
    @Test func `rows whose time is over leave, and the others stay`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        for index in 0..<300 {
            let keepUntil = world.now.adding(seconds: index % 3 == 0 ? 5_000 : 10)
            _ = try await ledger.claim(
                world.newID(), clientID: world.client, now: world.now, keepUntil: keepUntil)
        }
        let later = world.now.adding(seconds: 100)
        _ = try await ledger.claim(
            world.newID(at: later), clientID: world.client, now: later,
            keepUntil: later.adding(seconds: 1_000))
        for _ in 1...100 {
            if try await ledger.rows() == 101 { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await ledger.rows() == 101)
        await ledger.close()
    }

    @Test func `the log is carried over and does not grow without end`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        for _ in 1...60 {
            _ = try await world.atOnce { _ in
                _ = try await ledger.transaction(try await world.issue())
            }
        }
        // 500 pages until a checkpoint, and what was written while it was due.
        #expect(folder.bytes(of: "homing.db-wal").count < 1_500 * 4_120)
        await ledger.close()
    }

    @Test func `a pass begins when one is due, and a writer that is never idle steps too`() {
        var sweep = Sweep()
        let now = Timestamp(seconds: 1_000)
        sweep.note(jobs: 1, at: now)
        #expect(sweep.pass?.table == .transactions)
        #expect(!sweep.isOverdue)
        sweep.note(jobs: Sweep.stepRows, at: now)
        #expect(sweep.isOverdue)
        sweep.stepped(to: [1])
        #expect(sweep.pass?.cursor == [1])
        #expect(!sweep.isOverdue)
        sweep.stepped(to: nil)
        sweep.note(jobs: 1, at: now)
        #expect(sweep.pass?.table == .grants)
        sweep.stepped(to: nil)
        sweep.note(jobs: 1, at: now.adding(seconds: 59))
        #expect(sweep.pass == nil)
        sweep.note(jobs: 1, at: now.adding(seconds: 60))
        #expect(sweep.pass?.table == .transactions)
    }
}

extension SQLiteLedger {
    fileprivate func rows() async throws -> Int {
        try await write(now: nil) { tables throws(SQLiteFault) in
            let count = try Statement("SELECT count(*) FROM transactions", on: tables.connection)
            return try count.step() ? count.int(0) : 0
        }
    }
}
