import Crypto
import OAuth
import SQLiteStore
import Store
import StoreContract
import Testing

/// What lies in the file when the master key changes.
@Suite struct MasterKeyChangeTests {
    let folder: TemporaryFolder
    let old = MasterKey.random()
    let new = MasterKey.random()
    private var both: MasterKeys { MasterKeys(new, others: [old]) }

    init() throws { folder = try TemporaryFolder() }

    private func key(_ world: World) -> StoredSigningKey {
        StoredSigningKey(kid: "k", algorithm: "ES256", createdAt: world.now, privateKey: [1, 2, 3])
    }

    @Test func `signing keys are sealed anew at the start, and a grant when it rotates`() async throws {
        let first = try folder.ledger(key: MasterKeys(old))
        let world = try World(ledger: first)
        let (rotated, left) = (try await world.grant(), try await world.grant())
        let issued = try await world.issue()
        _ = try await first.addSigningKey(key(world), after: nil)
        await first.close()

        let second = try folder.ledger(key: both)
        let (after, details) = (try World(ledger: second), try world.details())
        guard case .rotated(let grant) = try await second.rotate(after.refresh(rotated, 1, after: 5)) else {
            Issue.record("not rotated")
            return
        }
        #expect(grant.details == details)
        // One that is made now, from a row of before.
        guard case .redeemed(_, .some) = try await second.redeemCode(after.code(issued)) else {
            Issue.record("not redeemed")
            return
        }
        await second.close()

        let third = try folder.ledger(key: MasterKeys(new))
        #expect(try await third.signingKeys() == [key(world)])
        guard case .rotated(let again) = try await third.rotate(world.refresh(rotated, 2, after: 9)),
            case .rotated = try await third.rotate(world.refresh(issued, 1, after: 9))
        else {
            Issue.record("what the new key sealed does not open under it alone")
            return
        }
        #expect(again.details == details)
        await #expect(throws: LedgerFailure.corrupt("a row that another master key sealed")) {
            try await third.rotate(world.refresh(left, 1, after: 9))
        }
        await third.close()
    }

    @Test func `an unknown master key is refused at the start, with the mend`()
        async throws
    {
        let first = try folder.ledger(key: MasterKeys(old))
        _ = try await first.addSigningKey(key(try World(ledger: first)), after: nil)
        await first.close()
        #expect(throws: LedgerFailure.otherMasterKey) { try folder.ledger(key: MasterKeys(new)) }
        #expect("\(LedgerFailure.otherMasterKey)".contains("secrets.master_key"))
        // Nothing was changed: the right one still opens.
        let again = try folder.ledger(key: MasterKeys(old))
        #expect(try await again.signingKeys().count == 1)
        await again.close()
    }
}
