import OAuth
import Store
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct StampTests {
    private func stamp(_ folder: TemporaryFolder) throws -> Stamp {
        let connection = try Connection(path: folder.database, access: .read, busyMilliseconds: 100)
        return try FactTable(on: connection).read().stamp
    }

    @Test func `a restart does not forget what the clock showed`() async throws {
        let folder = try TemporaryFolder()
        let first = try folder.ledger()
        _ = try await World(ledger: first).issue()
        await first.close()
        let second = try folder.ledger()
        let world = try World(ledger: second)
        let back = world.now.adding(seconds: -301)
        await #expect(throws: LedgerFailure.clockWentBack(milliseconds: 301_000)) {
            try await second.claim(
                world.newID(at: back), clientID: world.client, now: back, keepUntil: world.keepUntil)
        }
        await second.close()
    }

    @Test func `the stamp is written along with other writes, and not with each`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        #expect(try stamp(folder) == Stamp())
        // Nothing is written for what is refused.
        #expect(try await ledger.redeemCode(world.code(world.newID())) == .refused)
        #expect(try stamp(folder) == Stamp())
        let id = try await world.issue()
        #expect(try stamp(folder) == Stamp(world.now))
        _ = try await ledger.redeemHandle(world.handle(id, 1, after: 29))
        #expect(try stamp(folder) == Stamp(world.now))
        _ = try await ledger.redeemHandle(world.handle(id, 2, after: 30))
        #expect(try stamp(folder) == Stamp(world.now.adding(seconds: 30)))
        await ledger.close()
    }

    @Test func `others of the batch are not held up by one whose clock is wrong`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        let id = try await world.grant()
        let outcomes = try await world.atOnce(32) { index in
            try? await ledger.rotate(world.refresh(id, 1, after: index % 2 == 0 ? 1 : -3_600))
        }
        #expect(outcomes.count { $0 == nil } == 16)
        #expect(outcomes.count { if case .rotated? = $0 { true } else { false } } == 1)
        await ledger.close()
    }
}
