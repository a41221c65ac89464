import OAuth
import Store

extension ContractCase {
    static let races = [
        ContractCase("of 64 claims at once one wins") { world in
            let id = world.newID()
            let outcomes = try await world.atOnce { _ in
                try await world.ledger.claim(
                    id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            }
            try require(outcomes.count { $0 == .claimed }, is: 1)
            try require(outcomes.count { $0 == .processing }, is: 63)
        },
        ContractCase("of 64 settlements at once one wins") { world in
            let id = world.newID()
            _ = try await world.ledger.claim(
                id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            let outcomes = try await world.atOnce { index in
                try await world.ledger.settle(
                    id, as: try world.issuance(subject: "subject-\(index)"), now: world.now)
            }
            let settled = outcomes.compactMap { if case .settled(let record) = $0 { record } else { nil } }
            try require(settled.count, is: 1)
            try require(try await world.ledger.transaction(id), is: settled.first)
        },
        ContractCase("of 64 first sign-ins of one person at once all get one subject") { world in
            let subjects = try await world.atOnce { index in
                let id = world.newID()
                _ = try await world.ledger.claim(
                    id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
                _ = try await world.ledger.settle(
                    id, as: try world.issuance(subject: "subject-\(index)"), now: world.now)
                return try unwrap(try await world.ledger.transaction(id)?.details?.subject)
            }
            try require(Set(subjects).count, is: 1)
        },
        ContractCase("D4 of 64 redemptions of one handle at once one wins") { world in
            for _ in 1...4 {
                let id = try await world.issue()
                let outcomes = try await world.atOnce { _ in
                    try await world.ledger.redeemHandle(world.handle(id, 1))
                }
                try require(outcomes.count { $0 != .refused }, is: 1)
            }
        },
        ContractCase("H10 of 64 redemptions of one code at once one wins and keeps what it got") { world in
            for _ in 1...4 {
                let id = try await world.issue()
                let outcomes = try await world.atOnce { _ in
                    try await world.ledger.redeemCode(world.code(id))
                }
                try require(outcomes.count { $0 != .refused }, is: 1)
                let details = try await world.ledger.details(grantedBy: id, now: world.now)
                try require(details, is: try world.details())
            }
        },
        ContractCase("A32 of 64 refreshes at once one rotates and the others get the same") { world in
            let id = try await world.grant()
            let outcomes = try await world.atOnce { _ in try await world.ledger.rotate(world.refresh(id, 1)) }
            let grants = outcomes.compactMap { outcome in
                switch outcome {
                case .rotated(let grant), .repeated(let grant): grant
                default: nil
                }
            }
            try require(grants.count, is: 64)
            try require(Set(grants.map(\.generation)), is: [2])
            try require(outcomes.count { if case .rotated = $0 { true } else { false } }, is: 1)
        },
        ContractCase("wrong verifiers at once are all counted") { world in
            let id = try await world.issue()
            _ = try await world.atOnce(5) { _ in
                try await world.ledger.redeemHandle(world.handle(id, 1, verifier: world.wrongVerifier))
            }
            try require(try await world.ledger.transaction(id)?.phase, is: .ended(.exhausted))
        },
        ContractCase("an answered write is seen by the next read") { world in
            _ = try await world.atOnce { _ in
                let id = try await world.issue()
                guard case .redeemed(let record, _) = try await world.ledger.redeemCode(world.code(id))
                else {
                    throw ContractBreach("refused", #fileID, #line)
                }
                try require(try await world.ledger.transaction(id), is: record)
                try require(
                    try await world.ledger.details(grantedBy: id, now: world.now), is: world.details())
            }
        },
    ]
}
