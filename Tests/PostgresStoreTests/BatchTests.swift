import OAuth
import Store
import StoreContract
import Testing

@testable import PostgresStore

extension OneServer {
    @Suite struct BatchTests {
        @Test func `what queues up while a commit is under way shares the next`() async throws {
            let database = try await Database()
            let ledger = try await database.ledger()
            let world = try World(ledger: ledger)
            _ = try await world.atOnce(128) { _ in
                _ = try await ledger.claim(
                    world.newID(), clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            }
            // Rows of one transaction name the same one.
            let commits = try database.value("SELECT count(DISTINCT xmin::text) FROM transactions")
            #expect(commits.flatMap { Int($0) } ?? 999 < 32)
            await ledger.close()
        }

        @Test func `two ledgers on one database race and never both win`() async throws {
            let database = try await Database()
            let ledgers = [try await database.ledger(), try await database.ledger()]
            let world = try World(ledger: ledgers[0])
            for _ in 1...10 {
                let id = try await world.issue()
                let handles = try await world.atOnce { index in
                    try await ledgers[index % 2].redeemHandle(world.handle(id, 1))
                }
                #expect(handles.count { $0 != .refused } == 1)
                let codes = try await world.atOnce { index in
                    try await ledgers[index % 2].redeemCode(world.code(id))
                }
                #expect(codes.count { $0 != .refused } == 1)
                let rotations = try await world.atOnce { index in
                    try await ledgers[index % 2].rotate(world.refresh(id, 1))
                }
                #expect(rotations.count { if case .rotated = $0 { true } else { false } } == 1)
                #expect(try await ledgers[1].transaction(id) == ledgers[0].transaction(id))
            }
            for ledger in ledgers { await ledger.close() }
        }

        @Test func `two ledgers mix every step of a sign-in`() async throws {
            let database = try await Database()
            let ledgers = [try await database.ledger(), try await database.ledger()]
            let world = try World(ledger: ledgers[0])
            // One bit a step says which of the two takes it.
            for mix in 0..<64 {
                func ledger(_ step: Int) -> PostgresLedger { ledgers[mix >> step & 1] }
                let id = world.newID()
                let claim = try await ledger(0).claim(
                    id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
                #expect(claim == .claimed)
                guard
                    case .settled = try await ledger(1).settle(
                        id, as: try world.issuance(identity: "person \(mix)"), now: world.now),
                    case .redeemed = try await ledger(2).redeemHandle(world.handle(id, 1)),
                    case .redeemed(_, .some) = try await ledger(3).redeemCode(world.code(id)),
                    case .rotated = try await ledger(4).rotate(world.refresh(id, 1))
                else {
                    Issue.record("refused in mix \(mix)")
                    continue
                }
                #expect(try await ledger(5).details(grantedBy: id, now: world.now) != nil)
                #expect(try await ledger(0).redeemCode(world.code(id)) == .refused)
            }
            for ledger in ledgers { await ledger.close() }
        }

        @Test func `nodes that write the same rows in opposite orders never wait for each other in a ring`()
            async throws
        {
            let database = try await Database()
            let ledgers = [try await database.ledger(), try await database.ledger()]
            let world = try World(ledger: ledgers[0])
            for round in 1...5 {
                let ids = try await world.atOnce(48) { _ in try await world.issue() }
                let outcomes = try await world.atOnce(96) { index in
                    // One goes up the list, the other down; new people in opposite orders as well.
                    let place = index % 2 == 0 ? index / 2 : 47 - index / 2
                    let other = world.newID()
                    _ = try await ledgers[index % 2].claim(
                        other, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
                    _ = try await ledgers[index % 2].settle(
                        other, as: try world.issuance(identity: "\(round) \(place)", subject: "s-\(index)"),
                        now: world.now)
                    return try await ledgers[index % 2].redeemCode(world.code(ids[place]))
                }
                #expect(outcomes.count { $0 != .refused } == 48)
            }
            let count = try database.value("SELECT count(*) FROM identities")
            #expect(count == "241")
            let deadlocks = try database.value(
                "SELECT deadlocks FROM pg_stat_database WHERE datname=current_database()")
            #expect(deadlocks == "0")
            for ledger in ledgers { await ledger.close() }
        }

        @Test func `a row that somebody locks holds up its own writer alone, and not for ever`() async throws
        {
            let database = try await Database()
            let ledger = try await database.ledger { $0.lockMilliseconds = 300 }
            let world = try World(ledger: ledger)
            let ids = try await world.atOnce(16) { _ in try await world.issue() }
            let holder = try Connection(PostgresConfiguration(url: database.url))
            try holder.execute("BEGIN")
            let hex = ids[7].bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            try holder.execute("SELECT FROM transactions WHERE id='\\x\(hex)' FOR UPDATE")
            let outcomes = try await world.atOnce(16) { index in
                do { return "\(try await ledger.redeemCode(world.code(ids[index])) != .refused)" } catch {
                    return "\(error)"
                }
            }
            #expect(outcomes.count { $0 == "true" } == 15)
            #expect(outcomes.contains { $0.contains("a lock was held for too long (55P03)") })
            try holder.execute("COMMIT")
            // Nothing was spent: the same request may come again.
            #expect(try await ledger.redeemCode(world.code(ids[7])) != .refused)
            await ledger.close()
        }

        @Test func `a lock on what every batch writes lets all of it fail, and soon`() async throws {
            let database = try await Database()
            let ledger = try await database.ledger { $0.lockMilliseconds = 300 }
            let world = try World(ledger: ledger)
            let ids = try await world.atOnce(16) { _ in try await world.issue() }
            let holder = try Connection(PostgresConfiguration(url: database.url))
            // Should they wait for the lock after all, the server takes it away.
            try holder.execute("SET idle_in_transaction_session_timeout=8000; BEGIN")
            try holder.execute("SELECT FROM facts WHERE name='clock' FOR UPDATE")
            let outcomes = try await world.atOnce(16) { index in
                do {
                    return "\(try await ledger.redeemCode(world.code(ids[index], after: 40)) != .refused)"
                } catch { return "\(error)" }
            }
            #expect(outcomes.count { $0.contains("a lock was held for too long (55P03)") } == 16)
            try holder.execute("COMMIT")
            #expect(try await ledger.redeemCode(world.code(ids[7], after: 40)) != .refused)
            await ledger.close()
        }
    }
}
