import Store
import StoreContract
import Testing

@testable import PostgresStore

extension OneServer {
    @Suite struct SchemaTests {
        @Test func `missing and old tables are refused with the command to run`() async throws {
            let database = try await Database(migrated: false)
            await #expect(
                throws: LedgerFailure.unavailable("the tables are not there yet: run homing migrate")
            ) { try await database.ledger() }
            let connection = try Connection(PostgresConfiguration(url: database.url))
            _ = try Schema.migrate(connection, by: [Schema.steps[0]])
            await #expect(
                throws: LedgerFailure.unavailable(
                    "the tables have schema version 1, this program needs \(Schema.version): run homing migrate"
                )
            ) { try await database.ledger() }
            let migration = try PostgresLedger.migrate(PostgresConfiguration(url: database.url))
            #expect(migration == Migration(applied: Array(2...Schema.version), version: Schema.version))
            await (try await database.ledger()).close()
        }

        @Test func `a newer schema is refused with both versions, unless this program can still read it`()
            async throws
        {
            let database = try await Database()
            try database.execute("INSERT INTO migrations VALUES(9, 1, 'later')")
            let ledger = try await database.ledger()
            _ = try await World(ledger: ledger).issue()
            await ledger.close()
            try database.execute("INSERT INTO migrations VALUES(10, 10, 'later')")
            let refusal = LedgerFailure.newerSchema(found: 10, known: Schema.version)
            await #expect(throws: refusal) { try await database.ledger() }
            #expect(throws: refusal) { try PostgresLedger.migrate(PostgresConfiguration(url: database.url)) }
        }

        @Test func `another program's tables are left alone`() async throws {
            let database = try await Database(migrated: false)
            try database.execute("CREATE TABLE migrations(id int, name text)")
            #expect(throws: LedgerFailure.self) {
                try PostgresLedger.migrate(PostgresConfiguration(url: database.url))
            }
            let tables = try database.value(
                "SELECT count(*) FROM information_schema.tables WHERE table_schema='\(database.schema)'")
            #expect(tables == "1")
        }

        @Test func `a step that fails leaves nothing behind`() async throws {
            let database = try await Database(migrated: false)
            let connection = try Connection(PostgresConfiguration(url: database.url))
            let bad = [Schema.Step(version: 9, readableFrom: 1, sql: "CREATE TABLE half(x int); NONSENSE")]
            #expect(throws: PostgresFault.self) { try Schema.migrate(connection, by: Schema.steps + bad) }
            let tables = try database.value(
                "SELECT count(*) FROM information_schema.tables WHERE table_schema='\(database.schema)'")
            #expect(tables == "0")
        }

        @Test func `processes that migrate at once take each step once`() async throws {
            let database = try await Database(migrated: false)
            let url = database.url
            let migrations = try await withThrowingTaskGroup(of: Migration.self) { group in
                for _ in 1...4 {
                    group.addTask { try PostgresLedger.migrate(PostgresConfiguration(url: url)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(migrations.flatMap(\.applied).sorted() == Schema.steps.map(\.version))
        }
    }
}
