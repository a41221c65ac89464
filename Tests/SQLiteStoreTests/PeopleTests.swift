import Crypto
import OAuth
import SQLiteStore
import Store
import StoreContract
import Testing

/// What is held of people when the master key changes.
@Suite struct PeopleTests {
    let folder: TemporaryFolder
    let old = MasterKey.random()
    let new = MasterKey.random()

    init() throws { folder = try TemporaryFolder() }

    /// Signs the contract's person in.
    private func signIn(_ keys: MasterKeys) async throws {
        let ledger = try folder.ledger(key: keys)
        _ = try await World(ledger: ledger).grant()
        await ledger.close()
    }

    private func person() async throws -> PersonRecord {
        let ledger = try folder.ledger(key: MasterKeys(new))
        let person = try await ledger.person(World(ledger: ledger).subject("subject-1"))
        await ledger.close()
        return person
    }

    @Test func `who somebody is, is sealed anew at their next sign-in`() async throws {
        try await signIn(MasterKeys(old))
        try await signIn(MasterKeys(new, others: [old]))
        let world = try World(ledger: MemoryLedger())
        #expect(
            try await person().accounts
                == [.init(identity: try world.identity("person-1"), createdAt: world.now)])
    }

    @Test func `what no master key opens hides nobody else, and comes back at the next sign-in`() async throws
    {
        try await signIn(MasterKeys(old))
        let before = try await person()
        #expect(before.accounts.map(\.identity) == [nil])
        #expect(before.signIns.isEmpty && before.grants.isEmpty)
        try await signIn(MasterKeys(new))
        let after = try await person()
        #expect(after.accounts.first?.identity?.subject == "person-1")
        #expect(after.signIns.count == 1 && after.grants.count == 1)
        let ledger = try folder.ledger(key: MasterKeys(new))
        #expect(
            try await ledger.forget(World(ledger: ledger).subject("subject-1"))
                == Forgotten(accounts: 1, signIns: 1, grants: 1))
        await ledger.close()
    }
}
