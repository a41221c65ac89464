import CSQLite
import Crypto
import Glibc
import OAuth
import Store
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct BackupTests {
    private let later = Timestamp(seconds: 1_800_000_060)

    func backup(_ folder: TemporaryFolder, force: Bool = false) throws -> Int64 {
        try SQLiteBackup(of: folder.database, to: folder.path + "/copy.db", replacing: force).make(now: later)
    }

    func restore(
        _ folder: TemporaryFolder, by key: MasterKeys? = nil
    ) throws -> SQLiteRestoration.Outcome {
        try SQLiteRestoration(
            of: folder.path + "/copy.db", to: folder.database,
            sealing: key?.sealingKey("ledger") ?? folder.sealing
        ).run(now: later)
    }

    /// Nothing is half made, and nobody else reads what is.
    private func expectOnlyWholeFiles(_ folder: TemporaryFolder) {
        for name in folder.names {
            #expect(!name.contains(".part-"), "\(name) was left behind")
            var found = stat()
            stat("\(folder.path)/\(name)", &found)
            if name.hasPrefix("copy") { #expect(found.st_mode & 0o077 == 0, "\(name) is for everybody") }
        }
    }

    @Test func `a copy is made beside a ledger that is in use, and holds nothing that was handed out`()
        async throws
    {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        _ = try await world.grant()
        _ = try await world.issue()
        #expect(try backup(folder) > 0)
        expectOnlyWholeFiles(folder)
        let copy = try Connection(path: folder.path + "/copy.db", access: .read, busyMilliseconds: 0)
        for (table, rows) in [("transactions", 0), ("grants", 0), ("identities", 1), ("identity_texts", 1)] {
            let count = try Statement("SELECT count(*) FROM \(table)", on: copy)
            #expect(try count.step())
            #expect(count.int(0) == rows)
        }
        #expect(try FactTable(on: copy).read().isCopy)
        await ledger.close()
    }

    @Test func `a copy that exists is replaced only by force, and the store itself never`() async throws {
        let folder = try TemporaryFolder()
        await (try folder.ledger()).close()
        try folder.write([1, 2, 3], to: "copy.db")
        #expect(throws: CopyFault.self) { try backup(folder) }
        #expect(folder.bytes(of: "copy.db") == [1, 2, 3])
        _ = try backup(folder, force: true)
        #expect(folder.bytes(of: "copy.db").count > 3)
        #expect(throws: CopyFault.self) {
            try SQLiteBackup(of: folder.database, to: folder.path + "/./homing.db", replacing: true)
                .make(now: later)
        }
        #expect(throws: CopyFault.self) {
            try SQLiteBackup(of: folder.path + "/none", to: folder.path + "/other", replacing: false)
                .make(now: later)
        }
        expectOnlyWholeFiles(folder)
    }

    @Test func `a store with a damaged page is not copied`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        for _ in 1...200 { _ = try await world.issue() }
        await ledger.close()
        var bytes = folder.bytes(of: "homing.db")
        for page in 12..<16 {
            bytes.replaceSubrange(page * 4_096..<page * 4_096 + 64, with: repeatElement(0x55, count: 64))
        }
        try folder.write(bytes, to: "homing.db")
        #expect(throws: CopyFault.self) { try backup(folder) }
        #expect(!folder.names.contains("copy.db"))
        expectOnlyWholeFiles(folder)
    }

    @Test func `copies made under load are whole, and the writer goes on`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let load = Task {
            var count = 0
            while !Task.isCancelled {
                _ = try await world.atOnce(16) { _ in try await world.grant() }
                count += 16
            }
            return count
        }
        for _ in 1...5 {
            try await Task.sleep(for: .milliseconds(50))
            _ = try backup(folder, force: true)
        }
        load.cancel()
        #expect(try await load.value > 0)
        await ledger.close()
        let outcome = try restore(folder)
        #expect(outcome.epoch.number == 1)
    }

    @Test func `a restored copy never revives what was spent since, and people and keys are the same`()
        async throws
    {
        let folder = try TemporaryFolder()
        var ledger = try folder.ledger()
        var world = try World(ledger: ledger)
        let key = StoredSigningKey(kid: "k", algorithm: "ES256", createdAt: world.now, privateKey: [1])
        _ = try await ledger.addSigningKey(key, after: nil)
        let (open, granted) = (try await world.issue(), try await world.grant())
        _ = try backup(folder)
        _ = try await ledger.redeemCode(world.code(open))
        _ = try await ledger.rotate(world.refresh(granted, 1))
        await ledger.close()

        let outcome = try restore(folder)
        #expect(outcome.epoch == Epoch(number: 1, began: later))
        let replaced = try #require(outcome.replaced)
        #expect(replaced == folder.database + ".replaced-20270115T080100Z")
        expectOnlyWholeFiles(folder)
        ledger = try folder.ledger()
        #expect(ledger.restored == nil)
        world = try World(ledger: ledger)
        #expect(try await ledger.redeemCode(world.code(open, after: 61)) == .refused)
        #expect(try await ledger.redeemHandle(world.handle(open, 1, after: 61)) == .refused)
        for generation in 1...2 {
            #expect(try await ledger.rotate(world.refresh(granted, generation, after: 61)) == .refused)
        }
        for id in [open, granted] {
            let again = try await ledger.claim(
                id, clientID: world.client, now: later, keepUntil: world.keepUntil)
            #expect(again != .claimed)
        }
        #expect(try await ledger.signingKeys() == [key])
        #expect(try await ledger.subject(of: world.identity("person-1").digest)?.text == "subject-1")
        await ledger.close()
    }

    @Test func `a copy that is put in place by hand begins an epoch when it is opened, once`() async throws {
        let folder = try TemporaryFolder()
        await (try folder.ledger()).close()
        _ = try backup(folder)
        try folder.write(folder.bytes(of: "copy.db"), to: "homing.db")
        let ledger = try folder.ledger()
        #expect(ledger.restored?.number == 1)
        await ledger.close()
        let again = try folder.ledger()
        #expect(again.restored == nil)
        await again.close()
    }

    @Test func `what was replaced is kept, marked, and can be put back`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        await ledger.close()
        _ = try backup(folder)
        let second = try folder.ledger()
        _ = try await World(ledger: second).grant()
        await second.close()
        let replaced = try #require(try restore(folder).replaced)
        let back = try SQLiteRestoration(of: replaced, to: folder.database, sealing: folder.sealing).run(
            now: later)
        #expect(back.replaced == replaced + "-2")
        let third = try folder.ledger()
        let world = try World(ledger: third)
        #expect(try await third.subject(of: world.identity("person-1").digest)?.text == "subject-1")
        await third.close()
        try folder.write(folder.bytes(of: String(replaced.dropFirst(folder.path.count + 1))), to: "homing.db")
        let fourth = try folder.ledger()
        #expect(fourth.restored != nil)
        await fourth.close()
    }

    @Test func `a store that cannot be read is replaced, log and all`() async throws {
        let folder = try TemporaryFolder()
        await (try folder.ledger()).close()
        _ = try backup(folder)
        try folder.write([UInt8](repeating: 0x41, count: 8_192), to: "homing.db")
        try folder.write([1, 2, 3], to: "homing.db-wal")
        let replaced = try #require(try restore(folder).replaced)
        #expect(folder.bytes(of: String(replaced.dropFirst(folder.path.count + 1))).count == 8_192)
        #expect(!folder.names.contains("homing.db-wal"))
        await (try folder.ledger()).close()
    }

    @Test func `what is no copy of ours is not put in place`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        _ = try await World(ledger: ledger).issue()
        await ledger.close()
        #expect(throws: CopyFault.self) { try restore(folder) }
        try folder.write([UInt8](repeating: 0x41, count: 8_192), to: "copy.db")
        #expect(throws: CopyFault.self) { try restore(folder) }
        _ = try backup(folder, force: true)
        try Connection(path: folder.path + "/copy.db", access: .write, busyMilliseconds: 0)
            .execute("INSERT INTO migrations VALUES(9, 9, 'later')")
        #expect(throws: CopyFault.self) { try restore(folder) }
        expectOnlyWholeFiles(folder)
        let again = try folder.ledger()
        #expect(again.restored == nil)
        #expect(try await again.person(World(ledger: again).subject("subject-1")).signIns.count == 1)
        await again.close()
    }

    @Test func `who opens the store while it is replaced does not serve the old one`() async throws {
        let folder = try TemporaryFolder()
        await (try folder.ledger()).close()
        _ = try backup(folder)
        let opening: Task<SQLiteLedger, any Error>
        do {
            let lock = try Connection(path: folder.database, access: .write, busyMilliseconds: 0)
            try lock.execute(
                "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE; COMMIT")
            opening = Task.detached { try folder.ledger(busyMilliseconds: 30_000) }
            try await Task.sleep(for: .milliseconds(300))
            #expect(rename(folder.path + "/copy.db", folder.database) == 0)
            _ = consume lock
        }
        await #expect(throws: SQLiteFault.replaced) {
            try await opening.value
        }
        await (try folder.ledger()).close()
    }
}
