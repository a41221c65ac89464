import OAuth
import Store

extension ContractCase {
    static let spills = [
        ContractCase("what was spilled is there until it expires") { world in
            let id = world.newID()
            let sealed = [UInt8](repeating: 7, count: 3_000)
            let end = world.now.adding(seconds: 600)
            try await world.ledger.spill(id, sealed: sealed, now: world.now, expiresAt: end)
            try require(try await world.ledger.spilled(id, now: end.adding(milliseconds: -1)), is: sealed)
            try require(try await world.ledger.spilled(id, now: end), is: nil)
            try require(try await world.ledger.spilled(world.newID(), now: world.now), is: nil)
        }
    ]

    static let keys = [
        ContractCase("signing keys come back whole, the oldest first") { world in
            let old = StoredSigningKey(
                kid: "z", algorithm: "ES256", createdAt: world.now, privateKey: [1, 2, 3])
            let new = StoredSigningKey(
                kid: "a", algorithm: "ES256", createdAt: world.now.adding(seconds: 1), privateKey: [4])
            let other = StoredSigningKey(
                kid: "b", algorithm: "RS256", createdAt: world.now.adding(seconds: 2), privateKey: [5])
            try require(try await world.ledger.addSigningKey(old, after: nil), is: old)
            try require(try await world.ledger.addSigningKey(new, after: nil), is: old)
            try require(try await world.ledger.addSigningKey(other, after: nil), is: other)
            try require(try await world.ledger.addSigningKey(new, after: "z"), is: new)
            try require(try await world.ledger.addSigningKey(new, after: "a"), is: new)
            try require(try await world.ledger.signingKeys(), is: [old, new, other])
        },
        ContractCase("D19 of 64 first keys at once all end with the same") { world in
            let keys = try await world.atOnce { index in
                try await world.ledger.addSigningKey(
                    StoredSigningKey(
                        kid: "key-\(index)", algorithm: "ES256",
                        createdAt: world.now.adding(milliseconds: Int64(index)), privateKey: [UInt8(index)]),
                    after: nil)
            }
            try require(Set(keys.map(\.kid)).count, is: 1)
            try require(try await world.ledger.signingKeys().count, is: 1)
        },
    ]
}
