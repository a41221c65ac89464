import Crypto
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
        // 500 pages until a checkpoint, and what was written while readers were in its way.
        #expect(folder.bytes(of: "homing.db-wal").count < 2_500 * 4_120)
        await ledger.close()
    }

    @Test func `one step takes no more rows than a step has, however many are over`() throws {
        let folder = try TemporaryFolder()
        let now = Timestamp(seconds: 1_800_000_000)
        _ = try Schema.prepare(SQLiteConfiguration(path: folder.database))
        let tables = try Tables(
            SQLiteConfiguration(path: folder.database), StoreFile(at: folder.database))
        for _ in 1...300 {
            let id = TransactionID(at: now, random: SystemRandom())
            try tables.spills.add(id, sealed: [1], expiresAt: now)
        }
        let count = try Statement("SELECT count(*) FROM spilled", on: tables.connection)
        var cursor: [UInt8]? = []
        var left = [300]
        while let past = cursor {
            cursor = try tables.sweeper.step(
                .spilled, past: past, rows: Sweep.stepRows, now: now, on: tables.connection
            ).cursor
            #expect(try count.step())
            left.append(count.int(0))
            count.reset()
        }
        #expect(left == [300, 236, 172, 108, 44, 0])
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
