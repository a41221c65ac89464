import Store
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct SchemaTests {
    private func change(_ folder: TemporaryFolder, _ sql: String) throws {
        try Connection(path: folder.database, access: .create, busyMilliseconds: 100).execute(sql)
    }

    @Test func `a newer schema is refused with both versions`() async throws {
        let folder = try TemporaryFolder()
        await (try folder.ledger()).close()
        try change(folder, "INSERT INTO migrations VALUES(9, 9, 'later')")
        #expect(throws: LedgerFailure.newerSchema(found: 9, known: Schema.version)) { try folder.ledger() }
    }

    @Test func `a newer schema that this program can still read is used`() async throws {
        let folder = try TemporaryFolder()
        await (try folder.ledger()).close()
        try change(folder, "INSERT INTO migrations VALUES(9, 1, 'later')")
        let ledger = try folder.ledger()
        _ = try await World(ledger: ledger).issue()
        await ledger.close()
    }

    @Test func `another program's database is left alone`() throws {
        let folder = try TemporaryFolder()
        try change(folder, "CREATE TABLE theirs(x)")
        let before = folder.bytes(of: "homing.db")
        #expect(throws: LedgerFailure.foreign("the file holds another program's database")) {
            try folder.ledger()
        }
        #expect(folder.bytes(of: "homing.db") == before)
    }

    @Test func `a file that is no database is refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write([UInt8](repeating: 0x41, count: 8_192), to: "homing.db")
        #expect(throws: LedgerFailure.self) { try folder.ledger() }
    }

    @Test func `steps are applied once, in order, on top of what is there`() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(path: folder.database, access: .create, busyMilliseconds: 100)
        try Schema.migrate(connection)
        let more = [Schema.Step(version: 9, readableFrom: 1, sql: "CREATE TABLE later(x)")]
        try Schema.migrate(connection, by: Schema.steps + more)
        try Schema.migrate(connection, by: Schema.steps + more)
        let count = try Statement("SELECT count(*), max(version) FROM migrations", on: connection)
        #expect(try count.step())
        #expect(count.int(0) == Schema.steps.count + 1)
        #expect(count.int(1) == 9)
    }

    @Test func `a step that fails leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(path: folder.database, access: .create, busyMilliseconds: 100)
        let bad = [Schema.Step(version: 9, readableFrom: 1, sql: "CREATE TABLE half(x); NONSENSE")]
        #expect(throws: LedgerFailure.self) { try Schema.migrate(connection, by: Schema.steps + bad) }
        let count = try Statement("SELECT count(*) FROM sqlite_schema", on: connection)
        #expect(try count.step())
        #expect(count.int(0) == 0)
    }
}
