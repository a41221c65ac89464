import Glibc
import OAuth
import Store
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct FaultTests {
    @Test func `a lock that another process holds for 300 ms is waited for`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let id = try await world.issue()
        let other = try Connection(path: folder.database, access: .write, busyMilliseconds: 100)
        try other.execute("BEGIN IMMEDIATE")
        async let outcome = ledger.redeemCode(world.code(id))
        try await Task.sleep(for: .milliseconds(300))
        #expect(try await ledger.transaction(id)?.details != nil, "reads wait for nobody")
        try other.execute("COMMIT")
        guard case .redeemed = try await outcome else {
            Issue.record("refused")
            return
        }
        await ledger.close()
    }

    @Test func `a lock held longer is unavailable, and then it works`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger(busyMilliseconds: 50)
        let world = try World(ledger: ledger)
        let id = try await world.issue()
        let other = try Connection(path: folder.database, access: .write, busyMilliseconds: 100)
        try other.execute("BEGIN IMMEDIATE")
        await #expect(throws: LedgerFailure.self) { try await ledger.redeemCode(world.code(id)) }
        await #expect(throws: LedgerFailure.self) { try await ledger.ping(now: World.start) }
        try other.execute("ROLLBACK")
        try await ledger.ping(now: World.start)
        guard case .redeemed = try await ledger.redeemCode(world.code(id)) else {
            Issue.record("the failed attempt took the code")
            return
        }
        await ledger.close()
    }

    @Test func `D14 A34 a full disk refuses writes, reads go on, and space brings it back`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let id = try await world.grant()
        let sealed = [UInt8](repeating: 1, count: 4_000)
        let end = world.now.adding(seconds: 600)
        let pages = try await ledger.limitPages(to: 1)
        await #expect(throws: LedgerFailure.full) {
            for _ in 1...1_000 {
                try await ledger.spill(world.newID(), sealed: sealed, now: world.now, expiresAt: end)
            }
        }
        #expect(try await ledger.details(grantedBy: id, now: world.now) == world.details())
        _ = try await ledger.limitPages(to: pages)
        try await ledger.ping(now: World.start)
        guard case .rotated = try await ledger.rotate(world.refresh(id, 1)) else {
            Issue.record("refused after the disk had space again")
            return
        }
        await ledger.close()
    }

    @Test func `a job that fails leaves the others of its batch done`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let key = StoredSigningKey(kid: "k", algorithm: "ES256", createdAt: world.now, privateKey: [1])
        let outcomes = try await world.atOnce { index in
            do {
                if index % 4 == 3 {
                    try await ledger.failAfterWriting(key)
                    return false
                }
                _ = try await world.issue()
                return true
            } catch is LedgerFailure {
                return index % 4 == 3
            }
        }
        #expect(outcomes.allSatisfy { $0 })
        #expect(try await ledger.signingKeys().isEmpty, "what a failed job wrote is undone")
        await ledger.close()
    }

    @Test func `A34 another file in the place of ours is not taken for it`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let id = try await world.issue()
        let kept = folder.database + ".kept"
        for losesConnection in [false, true] {
            link(folder.database, kept)
            unlink(folder.database)
            try folder.write([], to: "homing.db")
            if losesConnection { try await ledger.loseConnection() }
            await #expect(throws: LedgerFailure.self) { try await ledger.ping(now: World.start) }
            await #expect(throws: LedgerFailure.self) { try await world.issue() }
            #expect(folder.bytes(of: "homing.db").isEmpty, "it was written to")
            rename(kept, folder.database)
            try await ledger.ping(now: World.start)
        }
        #expect(try await ledger.transaction(id)?.details != nil)
        await ledger.close()
    }

    @Test(arguments: [false, true])
    func `A33 a log that is deleted has been carried over when somebody is told`(isLinked: Bool) async throws
    {
        let folder = try TemporaryFolder()
        let place = isLinked ? try TemporaryFolder() : folder
        if isLinked {
            // The log lies beside the file itself.
            try place.write([], to: "homing.db")
            #expect(symlink(place.database, folder.database) == 0)
        }
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let id = try await world.issue()
        #expect(unlink(place.database + "-wal") == 0)
        await #expect(throws: LedgerFailure.self) { try await ledger.ping(now: World.start) }
        await #expect(throws: LedgerFailure.self) { try await world.issue() }
        let copy = try TemporaryFolder()
        try copy.write(folder.bytes(of: "homing.db"), to: "homing.db")
        let other = try Connection(path: copy.database, access: .write, busyMilliseconds: 100)
        let row = try Statement("SELECT count(*) FROM transactions WHERE id=?1", on: other)
        try row.bind(id.bytes, at: 1)
        #expect(try row.step() && row.int(0) == 1)
        await ledger.close()
    }

    @Test func `a file that is gone is unavailable, and is found again`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        _ = try await world.issue()
        try await ledger.loseConnection()
        rename(folder.database, folder.database + ".away")
        await #expect(throws: LedgerFailure.self) { try await world.issue() }
        rename(folder.database + ".away", folder.database)
        _ = try await world.issue()
        await ledger.close()
    }
}

extension SQLiteLedger {
    /// Lets the file grow to `pages` and no further; returns the limit before.
    fileprivate func limitPages(to pages: Int) async throws -> Int {
        try await write(now: nil) { tables throws(SQLiteFault) in
            let before = try Statement("PRAGMA max_page_count", on: tables.connection)
            guard try before.step() else { return 0 }
            let limit = before.int(0)
            before.reset()
            try tables.connection.execute("PRAGMA max_page_count=\(pages)")
            return limit
        }
    }

    /// A job that writes and then meets a fault.
    fileprivate func failAfterWriting(_ key: StoredSigningKey) async throws {
        let seal = seal
        try await write(now: nil) { tables throws(SQLiteFault) in
            try tables.keys.add(key, seal: seal)
            throw .lostUpdate
        }
    }

    /// Has the writer drop its connection, as an I/O error does.
    fileprivate func loseConnection() async throws {
        _ = try? await write(now: nil) { _ throws(SQLiteFault) -> Bool in throw SQLiteFault(10, on: nil) }
    }
}
