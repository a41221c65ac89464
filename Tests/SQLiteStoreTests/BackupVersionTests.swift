import OAuth
import Store
import StoreContract
import Testing

@testable import SQLiteStore

/// What programs and stores of the first version have to do with copies.
extension BackupTests {
    @Test func `a program of the first version refuses a copy, and serves it after an epoch has begun`()
        async throws
    {
        let folder = try TemporaryFolder()
        await (try folder.ledger()).close()
        _ = try backup(folder)
        func needed(_ name: String) throws -> Int {
            let file = try Connection(path: folder.path + "/" + name, access: .read, busyMilliseconds: 0)
            let needed = try Statement("SELECT max(readable_from) FROM migrations", on: file)
            return try needed.step() ? needed.int(0) : 0
        }
        #expect(try needed("copy.db") == 2)
        _ = try restore(folder)
        #expect(try needed("homing.db") == 1)
    }

    @Test func `a store of the first version is copied as one of today's`() async throws {
        let folder = try TemporaryFolder()
        try Connection(path: folder.database, access: .create, busyMilliseconds: 100)
            .execute(FirstVersion.schema + FirstVersion.rows)
        _ = try backup(folder)
        _ = try restore(folder, by: FirstVersion.masterKey())
        let ledger = try folder.ledger(key: FirstVersion.masterKey())
        let world = try World(ledger: ledger)
        #expect(try await ledger.subject(of: world.identity("person-1").digest)?.text == "subject-1")
        await ledger.close()
    }
}
