import OAuth
import SQLiteStore
import Store
import StoreContract
import Testing

@Suite struct SQLiteLedgerTests {
    @Test(arguments: ContractCase.all)
    func `the contract holds`(_ sentence: ContractCase) async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        try await sentence.hold(on: ledger)
        await ledger.close()
    }

    @Test func `A33 closing and opening again keeps everything`() async throws {
        let folder = try TemporaryFolder()
        let first = try folder.ledger()
        var world = try World(ledger: first)
        let issued = try await world.issue()
        let granted = try await world.grant()
        _ = try await first.rotate(world.refresh(granted, 1))
        let records = [try await first.transaction(issued), try await first.transaction(granted)]
        let key = StoredSigningKey(kid: "k", algorithm: "ES256", createdAt: world.now, privateKey: [1, 2])
        _ = try await first.addSigningKey(key, after: nil)
        await first.close()

        let second = try folder.ledger()
        world = try World(ledger: second)
        #expect(try await second.transaction(issued) == records[0])
        #expect(try await second.transaction(granted) == records[1])
        #expect(try await second.signingKeys() == [key])
        #expect(try await second.redeemCode(world.code(granted)) == .refused)
        guard case .reused = try await second.rotate(world.refresh(granted, 1, after: 60)) else {
            Issue.record("reuse was not seen after the restart")
            return
        }
        await second.close()
    }

    @Test func `a closed ledger is unavailable, and closing twice is harmless`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
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
    }

    @Test func `past the cap nothing is spilled until something expires`() async throws {
        let folder = try TemporaryFolder()
        let world = try World(ledger: folder.ledger(spilledRows: 2))
        let end = world.now.adding(seconds: 600)
        for _ in 1...2 {
            try await world.ledger.spill(world.newID(), sealed: [1], now: world.now, expiresAt: end)
        }
        await #expect(throws: LedgerFailure.full) {
            try await world.ledger.spill(world.newID(), sealed: [1], now: world.now, expiresAt: end)
        }
        try await world.ledger.spill(world.newID(), sealed: [1], now: end, expiresAt: end.adding(seconds: 1))
    }

    @Test func `two ledgers on one file race and never both win`() async throws {
        let folder = try TemporaryFolder()
        let ledgers = [try folder.ledger(), try folder.ledger()]
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
}
