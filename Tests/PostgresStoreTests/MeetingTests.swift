import OAuth
import Store
import StoreContract
import Testing

@testable import PostgresStore

extension OneServer {
    /// What one process does while another one's transaction is under way.
    @Suite struct MeetingTests {
        @Test func `a settlement under way when a person is forgotten leaves nothing of them`() async throws {
            let database = try await Database()
            let ledgers = [try await database.ledger(), try await database.ledger()]
            let world = try World(ledger: ledgers[0])
            _ = try await world.issue()
            let id = world.newID()
            _ = try await ledgers[0].claim(
                id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            let holder = try Connection(PostgresConfiguration(url: database.url))
            try holder.execute("BEGIN; \(lock(id))")
            async let settling = ledgers[0].settle(id, as: world.issuance(), now: world.now)
            try await database.waitForWaiting(1)
            async let forgetting = ledgers[1].forget(Subject.first)
            try await Task.sleep(for: .milliseconds(300))
            try holder.execute("COMMIT")
            _ = try await settling
            _ = try await forgetting
            let person = try await ledgers[0].person(Subject.first)
            #expect(person.accounts.isEmpty && person.signIns.isEmpty)
            for ledger in ledgers { await ledger.close() }
        }

        @Test(arguments: ["serializable", "repeatable%5C%20read", "read%5C%20committed"])
        func `an epoch that begins while a claim waits is seen, whatever the role's isolation is`(
            isolation: String
        ) async throws {
            let database = try await Database()
            let ledger = try await database.ledger {
                $0.url += "%20-cdefault_transaction_isolation%3D\(isolation)"
            }
            let world = try World(ledger: ledger)
            _ = try await world.issue()
            let holder = try Connection(PostgresConfiguration(url: database.url))
            try holder.execute(
                """
                BEGIN; INSERT INTO facts(name, value) VALUES('epoch_began', int8send(\(world.now.milliseconds + 1)));
                TRUNCATE transactions, grants, spilled
                """)
            async let claiming = ledger.claim(
                world.newID(), clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            try await database.waitForWaiting(1)
            try holder.execute("COMMIT")
            let outcome = try await claiming
            #expect(outcome != .claimed)
            await ledger.close()
        }

        private func lock(_ id: TransactionID) -> String {
            let hex = id.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            return "SELECT FROM transactions WHERE id='\\x\(hex)' FOR UPDATE"
        }
    }
}

extension Subject {
    fileprivate static var first: Subject {
        get throws {
            guard let subject = Subject("subject-1") else { throw Database.NoServer() }
            return subject
        }
    }
}

extension Database {
    /// Waits until so many of the ledgers' sessions wait for a lock.
    fileprivate func waitForWaiting(_ count: Int) async throws {
        for _ in 1...150 {
            let found = try value(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name='\(schema)' AND wait_event_type='Lock'"
            )
            if found == "\(count)" { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
