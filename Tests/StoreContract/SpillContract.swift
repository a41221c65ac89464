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
        ContractCase("signing keys come back whole, in the order in which they come to sign") { world in
            let old = StoredSigningKey(
                kid: "z", algorithm: "ES256", createdAt: world.now, privateKey: [1, 2, 3])
            let new = StoredSigningKey(
                kid: "a", algorithm: "ES256", createdAt: world.now.adding(seconds: 1),
                activeFrom: world.now.adding(seconds: 3_601), privateKey: [4])
            let other = StoredSigningKey(
                kid: "b", algorithm: "RS256", createdAt: world.now.adding(seconds: 2), privateKey: [5])
            try require(try await world.ledger.addSigningKey(old, after: nil), is: old)
            try require(try await world.ledger.addSigningKey(new, after: nil), is: old)
            try require(try await world.ledger.addSigningKey(other, after: nil), is: other)
            try require(try await world.ledger.addSigningKey(new, after: "z"), is: new)
            try require(try await world.ledger.addSigningKey(new, after: "a"), is: new)
            try require(try await world.ledger.signingKeys(), is: [old, other, new])
        },
        ContractCase("signing keys go at once, and what comes after is held against those that stay") {
            world in
            let keys = (0..<3).map { index in
                StoredSigningKey(
                    kid: "\(index)", algorithm: "ES256", createdAt: world.now,
                    activeFrom: world.now.adding(seconds: index), privateKey: [UInt8(index)])
            }
            var last: String?
            for key in keys { last = try await world.ledger.addSigningKey(key, after: last).kid }
            try await world.ledger.dropSigningKeys(["0", "2", "unknown"])
            try require(try await world.ledger.signingKeys(), is: [keys[1]])
            let next = StoredSigningKey(
                kid: "3", algorithm: "ES256", createdAt: world.now.adding(seconds: 9), privateKey: [3])
            try require(try await world.ledger.addSigningKey(next, after: "2"), is: keys[1])
            try require(try await world.ledger.addSigningKey(next, after: "1"), is: next)
            try await world.ledger.dropSigningKeys(["1", "3"])
            try require(try await world.ledger.signingKeys(), is: [])
            try require(try await world.ledger.addSigningKey(keys[0], after: nil), is: keys[0])
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
