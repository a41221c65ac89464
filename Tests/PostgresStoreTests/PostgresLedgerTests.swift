import OAuth
import PostgresStore
import Store
import StoreContract
import Testing

@Suite struct PostgresLedgerTests {
    @Test(arguments: ContractCase.all)
    func `the contract holds`(_ sentence: ContractCase) async throws {
        let database = try await Database()
        let ledger = try await database.ledger()
        try await sentence.hold(on: ledger)
        await ledger.close()
    }
}
