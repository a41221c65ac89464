import OAuth
import Store

extension ContractCase {
    static let rotations = [
        ContractCase("a refresh token gives its successor") { world in
            let id = try await world.grant()
            for generation in 1...5 {
                let seconds = generation * 1_000
                guard
                    case .rotated(let grant) = try await world.ledger.rotate(
                        world.refresh(id, generation, after: seconds))
                else { throw ContractBreach("refused", #fileID, #line) }
                try require(grant.generation, is: generation + 1)
                try require(grant.rotatedAt, is: world.now.adding(seconds: seconds))
                try require(grant.details, is: try world.details())
            }
        },
        ContractCase("H11 a lost answer is given again within the grace") { world in
            let id = try await world.grant()
            guard case .rotated(let grant) = try await world.ledger.rotate(world.refresh(id, 1)) else {
                throw ContractBreach("refused", #fileID, #line)
            }
            for _ in 1...3 {
                let again = try await world.ledger.rotate(world.refresh(id, 1, after: 2))
                try require(again, is: .repeated(grant))
            }
        },
        ContractCase("H11 after the grace the family is revoked") { world in
            let id = try await world.grant()
            _ = try await world.ledger.rotate(world.refresh(id, 1))
            guard
                case .reused = try await world.ledger.rotate(
                    world.refresh(id, 1, after: world.lifetimes.refreshGrace))
            else { throw ContractBreach("reuse was not seen", #fileID, #line) }
            try require(try await world.ledger.rotate(world.refresh(id, 2, after: 61)), is: .refused)
            try require(try await world.ledger.details(grantedBy: id, now: world.now), is: nil)
        },
        ContractCase("H11 the one before last ends the family at once") { world in
            let id = try await world.grant()
            _ = try await world.ledger.rotate(world.refresh(id, 1))
            _ = try await world.ledger.rotate(world.refresh(id, 2, after: 1))
            guard case .reused = try await world.ledger.rotate(world.refresh(id, 1, after: 2)) else {
                throw ContractBreach("reuse was not seen", #fileID, #line)
            }
            try require(try await world.ledger.rotate(world.refresh(id, 3, after: 3)), is: .refused)
        },
        ContractCase("H11 T8 a clock that was set back neither ends a family nor serves an old token") {
            world in
            let id = try await world.grant()
            guard case .rotated(let grant) = try await world.ledger.rotate(world.refresh(id, 1, after: 100))
            else { throw ContractBreach("refused", #fileID, #line) }
            for seconds in [-190, 39] {
                let early = try await world.ledger.rotate(world.refresh(id, 1, after: seconds))
                try require(early, is: .unclear)
            }
            let again = try await world.ledger.rotate(world.refresh(id, 1, after: 101))
            try require(again, is: .repeated(grant))
        },
        ContractCase("A35 another client, a wider scope and an unknown token change nothing") { world in
            let id = try await world.grant()
            let wider = try unwrap(Scope(parsing: "openid orders.read"))
            try require(
                try await world.ledger.rotate(world.refresh(id, 1, client: world.otherClient)), is: .refused)
            try require(
                try await world.ledger.rotate(world.refresh(id, 1, scope: wider)),
                is: .exceeded(.invalidScope))
            try require(try await world.ledger.rotate(world.refresh(id, 2)), is: .refused)
            try require(try await world.ledger.rotate(world.refresh(world.newID(), 1)), is: .refused)
            guard case .rotated = try await world.ledger.rotate(world.refresh(id, 1)) else {
                throw ContractBreach("a wrong attempt took the token", #fileID, #line)
            }
        },
        ContractCase("a refresh token ends when it was not used for its lifetime") { world in
            let id = try await world.grant()
            let end = world.lifetimes.refreshToken
            try require(try await world.ledger.rotate(world.refresh(id, 1, after: end)), is: .refused)
            guard case .rotated = try await world.ledger.rotate(world.refresh(id, 1, after: end - 1)) else {
                throw ContractBreach("refused too early", #fileID, #line)
            }
        },
    ]

    static let grants = [
        ContractCase("a code that is not redeemed is good for nothing yet") { world in
            let id = try await world.issue()
            try require(try await world.ledger.details(grantedBy: id, now: world.now), is: nil)
            try require(try await world.ledger.details(grantedBy: world.newID(), now: world.now), is: nil)
        },
        ContractCase("reads write nothing, and are not counted as writes") { world in
            let id = try await world.grant()
            let before = world.ledger.writes
            _ = try await world.ledger.transaction(id)
            _ = try await world.ledger.details(grantedBy: id, now: world.now)
            _ = try await world.ledger.spilled(id, now: world.now)
            _ = try await world.ledger.signingKeys()
            try await world.ledger.ping(now: world.now)
            try require(world.ledger.writes, is: before)
            _ = try await world.ledger.rotate(world.refresh(id, 1))
            try require(world.ledger.writes, is: before + 1)
        },
    ]
}
