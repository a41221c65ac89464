import OAuth
import Store
import StoreContract
import Testing

@testable import SQLiteStore

@Suite struct MigrationTests {
    private func change(_ folder: TemporaryFolder, _ sql: String) throws {
        try Connection(path: folder.database, access: .create, busyMilliseconds: 100).execute(sql)
    }

    /// Everything that the first version's rows are good for.
    private func use(_ ledger: SQLiteLedger) async throws {
        let world = try World(ledger: ledger)
        let (open, granted, spilled) = try (
            #require(FirstVersion.id(1)), #require(FirstVersion.id(2)), #require(FirstVersion.id(3))
        )
        #expect(try await ledger.spilled(spilled, now: world.now) == [1, 2, 3])
        let keys = try await ledger.signingKeys()
        #expect(keys.map(\.kid) == ["first"])
        #expect(keys.map(\.privateKey) == [[1, 2, 3]])
        guard case .rotated(let grant) = try await ledger.rotate(world.refresh(granted, 2)) else {
            Issue.record("the refresh token of the first version was refused")
            return
        }
        #expect(grant.details == (try world.details()))
        guard case .redeemed = try await ledger.redeemHandle(world.handle(open, 1)),
            case .redeemed = try await ledger.redeemCode(world.code(open))
        else {
            Issue.record("handle or code of the first version was refused")
            return
        }
        #expect(try await ledger.redeemCode(world.code(granted)) == .refused)
    }

    @Test func `what the first version wrote still works`() async throws {
        let folder = try TemporaryFolder()
        try change(folder, FirstVersion.schema + FirstVersion.rows)
        let ledger = try folder.ledger(key: FirstVersion.masterKey())
        try await use(ledger)
        await ledger.close()
    }

    @Test func `an account of the first version keeps its subject and is described at the next sign-in`()
        async throws
    {
        let folder = try TemporaryFolder()
        try change(folder, FirstVersion.schema + FirstVersion.rows)
        let ledger = try folder.ledger(key: FirstVersion.masterKey())
        let world = try World(ledger: ledger)
        let (subject, identity) = try (world.subject("subject-1"), world.identity("person-1"))
        #expect(try await ledger.subject(of: identity.digest) == subject)
        #expect(try await ledger.person(subject).accounts == [.init(identity: nil, createdAt: world.now)])
        #expect(try await ledger.person(subject).grants.count == 1)
        let id = world.newID()
        _ = try await ledger.claim(
            id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
        _ = try await ledger.settle(id, as: try world.issuance(subject: "another"), now: world.now)
        #expect(try await ledger.transaction(id)?.details?.subject == subject)
        #expect(
            try await ledger.person(subject).accounts == [.init(identity: identity, createdAt: world.now)])
        await ledger.close()
    }

    @Test func `the statements of the first version still work beside this one`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger(key: FirstVersion.masterKey())
        do {
            let old = try Connection(path: folder.database, access: .write, busyMilliseconds: 1_000)
            for sql in FirstVersion.statements { _ = try Statement(sql, on: old) }
            // The first version works with a file that says it may.
            let allowed = try Statement("SELECT max(readable_from) FROM migrations", on: old)
            #expect(try allowed.step())
            #expect(allowed.int(0) == 1)
        }
        try change(folder, FirstVersion.rows)
        try await use(ledger)
        await ledger.close()
    }
}
