import Crypto
import OAuth
import SQLiteStore
import Store
import StoreContract
import Testing

@Suite struct SealedAtRestTests {
    @Test func `D18 neither file nor log holds what is private`() async throws {
        let folder = try TemporaryFolder()
        let ledger = try folder.ledger()
        let world = try World(ledger: ledger)
        _ = try await world.grant()
        _ = try await world.reject(.failed, AuthorizationError(.serverError, "marker-description"))
        _ = try await ledger.addSigningKey(
            StoredSigningKey(
                kid: "k", algorithm: "ES256", createdAt: world.now, privateKey: Array("marker-key".utf8)),
            after: nil)
        #expect(folder.names.contains("homing.db-wal"))
        try expectNoMarkers(in: folder)
        await ledger.close()
        try expectNoMarkers(in: folder)
    }

    private func expectNoMarkers(in folder: TemporaryFolder) throws {
        var foundClient = false
        for name in folder.names {
            let bytes = folder.bytes(of: name)
            for marker in [
                "marker@example.com", "Marker Person", "s-12345678", "n-12345678", "marker-description",
                "marker-key", "com.example.app:/callback", "person-1",
                "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            ] {
                #expect(!bytes.contains(marker), "\(name) holds \(marker)")
            }
            foundClient = foundClient || bytes.contains("com.example.mobile")
        }
        #expect(foundClient, "the search does not find what lies open either")
    }

    @Test func `another master key reads nothing and says so`() async throws {
        let folder = try TemporaryFolder()
        let first = try folder.ledger()
        let id = try await World(ledger: first).issue()
        await first.close()
        let second = try folder.ledger(key: .random())
        await #expect(throws: LedgerFailure.corrupt("a row that another master key sealed")) {
            try await second.transaction(id)
        }
        let world = try World(ledger: second)
        await #expect(throws: LedgerFailure.corrupt("a row that another master key sealed")) {
            try await second.redeemCode(world.code(id))
        }
        _ = try await world.issue()
        await second.close()
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        let marker = Array(text.utf8)
        guard let first = marker.first else { return true }
        var index = startIndex
        while let next = self[index...].firstIndex(of: first) {
            if self[next...].starts(with: marker) { return true }
            index = next + 1
        }
        return false
    }
}
