import Broker
import Crypto
import Doubles
import JOSE
import Journal
import OAuth
import Store
import Testing

struct SigningKeysTests {
    let now = Timestamp(seconds: 1_800_000_000)
    let sink = MemorySink()

    private func load(_ ledger: any Ledger) async throws(SigningKeyFault) -> SigningKeys {
        let keeper = KeyKeeper(ledger: ledger, lifetimes: Lifetimes(), journal: Journal(sink: sink))
        return try SigningKeys(try await keeper.makeFirst([.es256], now: now), at: now)
    }

    @Test func `keys are made once and found again`() async throws {
        let ledger = MemoryLedger()
        let first = try await load(ledger)
        #expect(try await load(ledger).published == first.published)
        #expect(sink.lines.count { $0.contains("signing key made") } == 1)
    }

    @Test func `processes that start at once on one store agree`() async throws {
        let ledger = MemoryLedger()
        let published = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { try await load(ledger).published } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(published.count == 1)
    }

    @Test func `the ledger gets the key in the clear and seals it itself`() async throws {
        let ledger = MemoryLedger()
        _ = try await load(ledger)
        let stored = try #require(try await ledger.signingKeys().first)
        #expect(try PrivateKey(pkcs8: stored.privateKey).publicKey.thumbprint == stored.kid)
    }

    @Test func `what the store says is what the operator hears`() async throws {
        let ledger = TroubledLedger()
        ledger.trouble(.isDown)
        await #expect { try await load(ledger) } throws: { "\($0)".contains("the test says so") }
    }

    @Test func `a key that is none is not used`() async throws {
        let ledger = MemoryLedger()
        let none = StoredSigningKey(kid: "k", algorithm: "ES256", createdAt: now, privateKey: [1, 2, 3])
        _ = try await ledger.addSigningKey(none, after: nil)
        await #expect(throws: SigningKeyFault.self) { try await load(ledger) }
    }
}
