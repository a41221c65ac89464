import OAuth
import Store
import StoreContract
import Testing

@Suite struct MemoryLedgerTests {
    @Test(arguments: ContractCase.all)
    func `the contract holds`(_ sentence: ContractCase) async throws {
        try await sentence.hold(on: MemoryLedger())
    }

    @Test func `past the cap nothing is spilled until something expires`() async throws {
        let world = try World(ledger: MemoryLedger(spilledRows: 2))
        let end = world.now.adding(seconds: 600)
        for _ in 1...2 {
            try await world.ledger.spill(world.newID(), sealed: [1], now: world.now, expiresAt: end)
        }
        await #expect(throws: LedgerFailure.full) {
            try await world.ledger.spill(world.newID(), sealed: [1], now: world.now, expiresAt: end)
        }
        try await world.ledger.spill(world.newID(), sealed: [1], now: end, expiresAt: end.adding(seconds: 1))
    }
}
