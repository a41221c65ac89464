import OAuth
import Store

extension ContractCase {
    static let handles = [
        ContractCase("a handle is redeemed once and starts the code's life anew") { world in
            let id = try await world.issue()
            let first = try await world.ledger.redeemHandle(world.handle(id, 1, after: 50))
            guard case .redeemed(let record) = first, case .issued(let issued) = record.phase else {
                throw ContractBreach("refused", #fileID, #line)
            }
            try require(issued.codeExpiresAt, is: world.now.adding(seconds: 50 + world.lifetimes.code))
            try require(issued.details, is: try world.details())
            try require(try await world.ledger.transaction(id), is: record)
            try require(try await world.ledger.redeemHandle(world.handle(id, 1, after: 51)), is: .refused)
            guard case .redeemed = try await world.ledger.redeemCode(world.code(id, after: 109)) else {
                throw ContractBreach("the code did not live anew", #fileID, #line)
            }
        },
        ContractCase("T5 there are three handles, and a redeemed one ends those before it") { world in
            let id = try await world.issue()
            guard case .redeemed = try await world.ledger.redeemHandle(world.handle(id, 2)) else {
                throw ContractBreach("refused", #fileID, #line)
            }
            try require(try await world.ledger.redeemHandle(world.handle(id, 1)), is: .refused)
            try require(try await world.ledger.redeemHandle(world.handle(id, 2)), is: .refused)
            try require(try await world.ledger.redeemHandle(world.handle(id, 4)), is: .refused)
            guard case .redeemed = try await world.ledger.redeemHandle(world.handle(id, 3)) else {
                throw ContractBreach("refused", #fileID, #line)
            }
            try require(try await world.ledger.redeemHandle(world.handle(id, 3)), is: .refused)
        },
        ContractCase("handle 0 has nothing behind it") { world in
            let id = try await world.issue()
            try require(try await world.ledger.redeemHandle(world.handle(id, 0)), is: .refused)
            try require(try await world.ledger.redeemHandle(world.handle(world.newID(), 1)), is: .refused)
        },
        ContractCase("T7 another client's attempt leaves the handle as it was") { world in
            let id = try await world.issue()
            let stands = try await world.ledger.transaction(id)
            for _ in 1...6 {
                let outcome = try await world.ledger.redeemHandle(
                    world.handle(id, 1, client: world.otherClient))
                try require(outcome, is: .refused)
            }
            try require(try await world.ledger.transaction(id), is: stands)
        },
        ContractCase("T1 the fifth wrong verifier ends handle and code") { world in
            let id = try await world.issue()
            for _ in 1...4 {
                let outcome = try await world.ledger.redeemHandle(
                    world.handle(id, 1, verifier: world.wrongVerifier))
                try require(outcome, is: .refused)
            }
            guard case .issued(let issued) = try await world.ledger.transaction(id)?.phase else {
                throw ContractBreach("ended too early", #fileID, #line)
            }
            try require(issued.wrongVerifiers, is: 4)
            _ = try await world.ledger.redeemCode(world.code(id, verifier: world.wrongVerifier))
            try require(try await world.ledger.transaction(id)?.phase, is: .ended(.exhausted))
            try require(try await world.ledger.redeemHandle(world.handle(id, 1)), is: .refused)
            try require(try await world.ledger.redeemCode(world.code(id)), is: .refused)
        },
        ContractCase("T8 a handle lives to the last millisecond before its end") { world in
            let id = try await world.issue()
            let end = world.lifetimes.handle
            try require(try await world.ledger.redeemHandle(world.handle(id, 1, after: end)), is: .refused)
            guard case .redeemed = try await world.ledger.redeemHandle(world.handle(id, 1, after: end - 1))
            else { throw ContractBreach("refused too early", #fileID, #line) }
        },
        ContractCase("redeeming the code ends every handle") { world in
            let id = try await world.issue()
            _ = try await world.ledger.redeemCode(world.code(id))
            for generation in 1...3 {
                let outcome = try await world.ledger.redeemHandle(world.handle(id, generation))
                try require(outcome, is: .refused)
            }
        },
    ]
}
