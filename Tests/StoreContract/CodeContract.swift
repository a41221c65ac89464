import OAuth
import Store

extension ContractCase {
    static let codes = [
        ContractCase("a code is redeemed once, with a grant where there is offline access") { world in
            let id = try await world.issue()
            guard case .redeemed(let record, let grant?) = try await world.ledger.redeemCode(world.code(id))
            else { throw ContractBreach("no grant", #fileID, #line) }
            try require(try await world.ledger.transaction(id), is: record)
            try require(grant.generation, is: 1)
            try require(grant.details, is: try world.details())
            try require(grant.expiresAt, is: world.now.adding(seconds: world.lifetimes.refreshToken))
            try require(try await world.ledger.redeemCode(world.code(id)), is: .refused)
        },
        ContractCase("without offline access there is no grant") { world in
            let id = try await world.issue(offline: false)
            guard case .redeemed(_, nil) = try await world.ledger.redeemCode(world.code(id)) else {
                throw ContractBreach("a grant that nobody asked for", #fileID, #line)
            }
            try require(try await world.ledger.rotate(world.refresh(id, 1)), is: .refused)
        },
        ContractCase("A16 A17 each single wrong property is refused, and the code lives on") { world in
            let id = try await world.issue()
            let ledger = world.ledger
            for redemption in [
                world.code(world.newID()), world.code(id, client: world.otherClient),
                world.code(id, redirectURI: "com.example.app:/Callback"), world.code(id, redirectURI: ""),
                world.code(id, verifier: world.wrongVerifier), world.code(id, after: world.lifetimes.code),
            ] {
                try require(try await ledger.redeemCode(redemption), is: .refused)
            }
            let last = world.code(id, after: world.lifetimes.code - 1)
            guard case .redeemed = try await ledger.redeemCode(last) else {
                throw ContractBreach("a wrong attempt took the code", #fileID, #line)
            }
        },
        ContractCase("A15 H10 a replay revokes what the code gave") { world in
            let id = try await world.grant()
            try require(try await world.ledger.details(grantedBy: id, now: world.now), is: world.details())
            let replay = world.code(id, after: 2)
            try require(try await world.ledger.redeemCode(replay), is: .replayed(revoked: true))
            try require(try await world.ledger.details(grantedBy: id, now: world.now), is: nil)
            try require(try await world.ledger.rotate(world.refresh(id, 1, after: 3)), is: .refused)
            try require(try await world.ledger.redeemCode(replay), is: .replayed(revoked: false))
        },
        ContractCase("A15 a replay revokes access tokens where there is no grant") { world in
            let id = try await world.issue(offline: false)
            _ = try await world.ledger.redeemCode(world.code(id))
            try require(
                try await world.ledger.details(grantedBy: id, now: world.now),
                is: try world.details(offline: false))
            let replay = world.code(id, after: 2)
            try require(try await world.ledger.redeemCode(replay), is: .replayed(revoked: true))
            try require(try await world.ledger.details(grantedBy: id, now: world.now), is: nil)
        },
        ContractCase("H10 the loser of a race revokes nothing") { world in
            let id = try await world.grant()
            try require(try await world.ledger.redeemCode(world.code(id)), is: .refused)
            try require(try await world.ledger.details(grantedBy: id, now: world.now), is: world.details())
        },
    ]
}
