import Crypto
import EventLoop
import OAuth
import Store
import StoreContract
import Testing

@testable import PostgresStore

extension OneServer {
    @Suite struct PostgresLedgerTests {
        @Test(arguments: ContractCase.all)
        func `the contract holds`(_ sentence: ContractCase) async throws {
            let database = try await Database()
            let ledger = try await database.ledger()
            try await sentence.hold(on: ledger)
            await ledger.close()
        }

        @Test(arguments: ContractCase.all)
        func `the contract holds on the loops themselves, and under serializable isolation`(
            _ sentence: ContractCase
        ) async throws {
            let database = try await Database()
            let ledger = try await database.ledger { configuration in
                configuration.url += "%20-cdefault_transaction_isolation%3Dserializable"
            }
            let loop = try Database.loops.get().loops[1]
            let result = await loop.run { () async -> Result<Void, any Error> in
                do { return .success(try await sentence.hold(on: ledger)) } catch { return .failure(error) }
            }.value
            try result.get()
            await ledger.close()
        }

        @Test func `A33 closing and opening again keeps everything`() async throws {
            let database = try await Database()
            let first = try await database.ledger()
            var world = try World(ledger: first)
            let issued = try await world.issue()
            let granted = try await world.grant()
            _ = try await first.rotate(world.refresh(granted, 1))
            let records = [try await first.transaction(issued), try await first.transaction(granted)]
            await first.close()

            let second = try await database.ledger()
            world = try World(ledger: second)
            #expect(try await second.transaction(issued) == records[0])
            #expect(try await second.transaction(granted) == records[1])
            #expect(try await second.redeemCode(world.code(granted)) == .refused)
            guard case .reused = try await second.rotate(world.refresh(granted, 1, after: 60)) else {
                Issue.record("reuse was not seen after the restart")
                return
            }
            await second.close()
        }

        @Test func `a closed ledger is unavailable, and closing twice is harmless`() async throws {
            let database = try await Database()
            let ledger = try await database.ledger()
            await ledger.close()
            await ledger.close()
            let world = try World(ledger: ledger)
            await #expect(throws: LedgerFailure.unavailable("it is closing")) {
                try await ledger.claim(
                    world.newID(), clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            }
            await #expect(throws: LedgerFailure.unavailable("it is closing")) {
                try await ledger.transaction(world.newID())
            }
            await #expect(throws: LedgerFailure.unavailable("it is closing")) {
                try await ledger.ping(now: World.start)
            }
            // The server takes a moment to see them end.
            for _ in 1...50 where try database.sessions() > 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(try database.sessions() == 0)
        }

        @Test func `past the cap nothing is spilled until something expires`() async throws {
            let database = try await Database()
            let ledger = try await database.ledger { $0.spilledRows = 2 }
            let world = try World(ledger: ledger)
            let end = world.now.adding(seconds: 600)
            for _ in 1...2 {
                try await ledger.spill(world.newID(), sealed: [1], now: world.now, expiresAt: end)
            }
            await #expect(throws: LedgerFailure.full) {
                try await ledger.spill(world.newID(), sealed: [1], now: world.now, expiresAt: end)
            }
            try await ledger.spill(world.newID(), sealed: [1], now: end, expiresAt: end.adding(seconds: 1))
            await ledger.close()
        }

        @Test func `D18 the database holds nothing that is private`() async throws {
            let database = try await Database()
            let ledger = try await database.ledger()
            let world = try World(ledger: ledger)
            _ = try await world.grant()
            _ = try await world.reject(.failed, AuthorizationError(.serverError, "marker-description"))
            _ = try await ledger.addSigningKey(
                StoredSigningKey(
                    kid: "k", algorithm: "ES256", createdAt: world.now, privateKey: Array("marker-key".utf8)),
                after: nil)
            await ledger.close()
            var all = ""
            for table in ["transactions", "grants", "identities", "identity_texts", "signing_keys", "facts"] {
                // The rows as text, with bytes that read as text among them.
                all +=
                    try database.value(
                        "SELECT string_agg(t::text || encode(t::text::bytea, 'escape'), ' ') FROM \(table) AS t"
                    )
                    ?? ""
            }
            #expect(all.contains("com.example.mobile"))
            for marker in [
                "marker@example.com", "Marker Person", "s-12345678", "marker-description", "marker-key",
                "com.example.app:/callback", "person-1",
            ] {
                #expect(!all.contains(marker))
                let hex = marker.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                #expect(!all.contains(hex))
            }
        }

        @Test func `an unknown master key is refused at the start, and an old one renewed`() async throws {
            let database = try await Database()
            let (old, new) = (MasterKey.random(), MasterKey.random())
            let first = try await database.ledger(key: MasterKeys(old))
            let world = try World(ledger: first)
            let key = StoredSigningKey(
                kid: "k", algorithm: "ES256", createdAt: world.now, privateKey: [1, 2])
            _ = try await first.addSigningKey(key, after: nil)
            let (granted, issued) = (try await world.grant(), try await world.issue())
            await first.close()
            await #expect(throws: LedgerFailure.otherMasterKey) {
                try await database.ledger(key: MasterKeys(new))
            }
            let second = try await database.ledger(key: MasterKeys(new, others: [old]))
            guard case .rotated = try await second.rotate(world.refresh(granted, 1, after: 5)),
                case .redeemed(_, .some) = try await second.redeemCode(world.code(issued))
            else {
                Issue.record("refused")
                return
            }
            await second.close()
            let third = try await database.ledger(key: MasterKeys(new))
            #expect(try await third.signingKeys() == [key])
            guard case .rotated = try await third.rotate(world.refresh(granted, 2, after: 9)),
                case .rotated = try await third.rotate(world.refresh(issued, 1, after: 9))
            else {
                Issue.record("what the new key sealed does not open under it alone")
                return
            }
            await third.close()
        }
    }
}
