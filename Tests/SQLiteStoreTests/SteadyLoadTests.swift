import OAuth
import Store
import StoreContract
import Testing

@testable import SQLiteStore

/// Hours of sign-ins by a clock that runs ahead.
@Suite struct SteadyLoadTests {
    /// What there is at one moment.
    fileprivate struct Size: Sendable {
        var rows: [String: Int] = [:]
        var pages = 0
    }

    @Test func `rows, pages and log level off under a steady load`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let perMinute = 6
        var sizes: [Size] = []
        var log = 0
        for minute in 0..<300 {
            _ = try await world.atOnce(perMinute) { index in
                try await Self.signIn(minute * 60 + index, person: index, world)
            }
            if minute % 60 == 59 {
                log = max(log, folder.bytes(of: "homing.db-wal").count)
                sizes.append(try await ledger.size())
            }
        }
        // Kept for 31, 60 and 10 minutes, and then until a pass looks.
        let most = ["transactions": 36 * perMinute, "grants": 123 * perMinute, "spilled": 20 * perMinute]
        for size in sizes.dropFirst(2) {
            for (table, rows) in most {
                #expect((1...rows).contains(size.rows[table] ?? 0), "\(table): \(size)")
            }
            #expect(size.rows["identities"] == perMinute, "people, not sign-ins")
        }
        let (early, late) = (sizes[2].pages, sizes[4].pages)
        #expect(late <= early + early / 4, "free pages are not used again: \(sizes.map(\.pages))")
        // 500 pages until a checkpoint, and what was written while it was due.
        #expect(log < 1_000 * 4_120)
        await ledger.close()
    }

    @Test func `what is over when nobody calls goes with the first call`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        _ = try await world.atOnce(300) { try await Self.signIn(0, person: $0, world) }
        let morning = 40_000
        try await Self.signIn(morning, person: 1, world)
        for _ in 1...100 {
            if try await ledger.size().rows["transactions"] == 1 { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await ledger.size().rows["transactions"] == 1)
        await ledger.close()
    }

    /// A long request that spills, all the way to a refresh token that is used once and lives for an hour.
    private static func signIn(_ seconds: Int, person: Int, _ world: World) async throws {
        let (ledger, now) = (world.ledger, world.now.adding(seconds: seconds))
        let id = world.newID(at: now)
        let end = now.adding(seconds: world.lifetimes.transaction)
        try await ledger.spill(id, sealed: [UInt8](repeating: 7, count: 1_500), now: now, expiresAt: end)
        _ = try await ledger.claim(
            id, clientID: world.client, now: now, keepUntil: end.adding(seconds: world.lifetimes.record))
        let issuance = try world.issuance(
            identity: "person-\(person)", subject: "subject-\(person)", at: now)
        _ = try await ledger.settle(id, as: issuance, now: now)
        var lifetimes = world.lifetimes
        lifetimes.refreshToken = 3_600
        let redeemed = try await ledger.redeemCode(
            CodeRedemption(
                id: id, clientID: world.client, redirectURI: world.redirectURI, verifier: world.verifier,
                now: now, lifetimes: lifetimes))
        guard case .redeemed = redeemed else { throw LedgerFailure.corrupt("no grant") }
        _ = try await ledger.rotate(
            RefreshRotation(
                token: NumberedID(id: id, generation: 1), clientID: world.client, scope: nil, now: now,
                lifetimes: lifetimes))
    }
}

extension SQLiteLedger {
    fileprivate func size() async throws -> SteadyLoadTests.Size {
        try await write(now: nil) { tables throws(SQLiteFault) in
            func number(_ sql: String) throws(SQLiteFault) -> Int {
                let statement = try Statement(sql, on: tables.connection)
                return try statement.step() ? statement.int(0) : 0
            }
            var size = SteadyLoadTests.Size()
            for table in ["transactions", "grants", "spilled", "identities"] {
                size.rows[table] = try number("SELECT count(*) FROM \(table)")
            }
            size.pages = try number("PRAGMA page_count")
            return size
        }
    }
}
