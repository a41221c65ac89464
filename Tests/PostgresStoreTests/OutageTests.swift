import Glibc
import OAuth
import Store
import StoreContract
import Testing

@testable import PostgresStore

extension OneServer {
    @Suite struct OutageTests {
        @Test func `sessions that are ended in the middle cost some answers, and never a second use`()
            async throws
        {
            let database = try await Database()
            let ledger = try await database.ledger()
            let world = try World(ledger: ledger)
            for _ in 1...5 {
                let ids = try await world.atOnce(64) { _ in try await world.issue() }
                async let answers = world.atOnce(64) { index in
                    (try? await ledger.redeemCode(world.code(ids[index])))
                }
                _ = try database.endSessions()
                let outcomes = try await answers
                #expect(outcomes.allSatisfy { $0 != .refused })
                try await recover(ledger)
                for (_, id) in ids.enumerated() {
                    let stands = try await ledger.transaction(id)
                    let again = try await ledger.redeemCode(world.code(id))
                    switch stands?.phase {
                    case .issued: #expect(again != .refused)
                    default: #expect(again == .refused)
                    }
                }
            }
            await ledger.close()
        }

        @Test func `a session that is ended while nobody asks is replaced before anybody does`() async throws
        {
            let database = try await Database()
            let ledger = try await database.ledger()
            let world = try World(ledger: ledger)
            _ = try await world.issue()
            #expect(try database.endSessions() >= 2)
            try await Task.sleep(for: .milliseconds(300))
            _ = try await world.issue()
            await ledger.close()
        }

        @Test func `without a server calls fail soon, and work again within 5 s of its return`() async throws
        {
            let database = try await Database()
            let ledger = try await database.ledger()
            let world = try World(ledger: ledger)
            let id = try await world.issue()
            // A role that may not log in is as good as no server, and other tests have theirs.
            let admin = try Connection(PostgresConfiguration(url: Database.server))
            try admin.execute("CREATE ROLE \(database.schema) LOGIN SUPERUSER")
            let other = try await database.ledger {
                $0.url = $0.url.replacing("postgres@", with: "\(database.schema)@")
            }
            try admin.execute("ALTER ROLE \(database.schema) NOLOGIN")
            try database.endSessions()
            let clock = ContinuousClock()
            let began = clock.now
            await #expect(throws: LedgerFailure.self) {
                while true { _ = try await other.transaction(id) }
            }
            #expect(clock.now - began < .seconds(10))
            await #expect(throws: LedgerFailure.self) { try await other.ping(now: World.start) }
            await #expect(throws: LedgerFailure.self) { try await other.redeemCode(world.code(id)) }
            // Long enough for the pauses between attempts to have grown.
            try await Task.sleep(for: .seconds(3))
            try admin.execute("ALTER ROLE \(database.schema) LOGIN")
            let returned = clock.now
            while (try? await other.ping(now: World.start)) == nil {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(clock.now - returned < .seconds(15))
            #expect(try await other.redeemCode(world.code(id)) != .refused)
            await other.close()
            await ledger.close()
            try admin.execute("DROP OWNED BY \(database.schema); DROP ROLE \(database.schema)")
        }

        @Test func `a server that does not answer is given up`() async throws {
            let database = try await Database()
            let ledger = try await database.ledger { $0.answerMilliseconds = 500 }
            let world = try World(ledger: ledger)
            let id = try await world.issue()
            let admin = try Connection(PostgresConfiguration(url: Database.server))
            let pids = try admin.value(
                "SELECT string_agg(pid::text, ' ') FROM pg_stat_activity WHERE application_name='\(database.schema)'"
            )
            let stopped = (pids ?? "").split(separator: " ").compactMap { pid_t(String($0)) }
            #expect(stopped.count >= 2)
            for pid in stopped { kill(pid, SIGSTOP) }
            defer { for pid in stopped { kill(pid, SIGCONT) } }
            let began = ContinuousClock.now
            await #expect(throws: LedgerFailure.unavailable("the server did not answer in time")) {
                try await ledger.transaction(id)
            }
            #expect(ContinuousClock.now - began < .seconds(10))
            // New sessions answer while the old ones still stand.
            #expect(try await ledger.transaction(id) != nil)
            await ledger.close()
        }

        @Test func `a server that takes no writes is read from`() async throws {
            let database = try await Database()
            let first = try await database.ledger()
            let id = try await World(ledger: first).issue()
            await first.close()
            let ledger = try await database.ledger { configuration in
                configuration.url += "%20-cdefault_transaction_read_only%3Don"
            }
            let world = try World(ledger: ledger)
            await #expect(throws: LedgerFailure.readOnly) { try await ledger.redeemCode(world.code(id)) }
            #expect(await complaint(of: ledger) == .readOnly)
            #expect(try await ledger.transaction(id) != nil)
            await ledger.close()
        }

        @Test func `sessions that began while nothing might be written are replaced when it may be`()
            async throws
        {
            let database = try await Database()
            let admin = try Connection(PostgresConfiguration(url: Database.server))
            try admin.execute(
                """
                CREATE ROLE \(database.schema) LOGIN SUPERUSER;
                ALTER ROLE \(database.schema) SET default_transaction_read_only=on
                """)
            let ledger = try await database.ledger {
                $0.url = $0.url.replacing("postgres@", with: "\(database.schema)@")
            }
            #expect(await complaint(of: ledger) == .readOnly)
            try admin.execute("ALTER ROLE \(database.schema) RESET default_transaction_read_only")
            try await recover(ledger)
            _ = try await World(ledger: ledger).issue()
            await ledger.close()
            try admin.execute("DROP OWNED BY \(database.schema); DROP ROLE \(database.schema)")
        }

        @Test func `no failure shows the password or a value`() async throws {
            let database = try await Database()
            let server = try Database.server.replacing("postgres@", with: "nobody:marker-password@")
            for url in [
                server, "postgresql://u:marker-password@127.0.0.1:1/x", "postgresql://u:marker-password%",
            ] {
                do {
                    _ = try Connection(PostgresConfiguration(url: url))
                    Issue.record("connected")
                } catch { #expect(!"\(error) \(error.failure)".contains("marker-password")) }
            }
            let connection = try Connection(PostgresConfiguration(url: database.url))
            do {
                try connection.execute("INSERT INTO facts(name, value) VALUES('marker-value', NULL)")
                Issue.record("inserted")
            } catch { #expect(!"\(error) \(error.failure)".contains("marker-value")) }
        }

        /// What makes the ledger unready once all its loops have connected; nil when nothing does.
        private func complaint(of ledger: PostgresLedger) async -> LedgerFailure? {
            for _ in 1...100 {
                do {
                    try await ledger.ping(now: World.start)
                    return nil
                } catch LedgerFailure.unavailable(PostgresFault.connecting.reason) {
                    try? await Task.sleep(for: .milliseconds(50))
                } catch { return error }
            }
            return nil
        }

        /// Waits until the ledger answers again.
        private func recover(_ ledger: PostgresLedger) async throws {
            for _ in 1...100 {
                if (try? await ledger.ping(now: World.start)) != nil { return }
                try await Task.sleep(for: .milliseconds(50))
            }
            Issue.record("no recovery within 5 s")
        }
    }
}
