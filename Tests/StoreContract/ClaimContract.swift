import OAuth
import Store

extension ContractCase {
    static let claims = [
        ContractCase("a new transaction is claimed once") { world in
            let id = world.newID()
            let ledger = world.ledger
            let (client, keepUntil) = (world.client, world.keepUntil)
            let first = try await ledger.claim(id, clientID: client, now: world.now, keepUntil: keepUntil)
            try require(first, is: .claimed)
            let second = try await ledger.claim(id, clientID: client, now: world.now, keepUntil: keepUntil)
            try require(second, is: .processing)
        },
        ContractCase("a lapsed lease is not given again and counts as failed") { world in
            let id = world.newID()
            let ledger = world.ledger
            let (client, keepUntil) = (world.client, world.keepUntil)
            _ = try await ledger.claim(id, clientID: client, now: world.now, keepUntil: keepUntil)
            let edge = world.now.adding(seconds: TransactionMachine.leaseSeconds)
            let before = try await ledger.claim(
                id, clientID: client, now: edge.adding(milliseconds: -1), keepUntil: keepUntil)
            try require(before, is: .processing)
            guard
                case .settled(let record) = try await ledger.claim(
                    id, clientID: client, now: edge, keepUntil: keepUntil)
            else { throw ContractBreach("the lease did not lapse", #fileID, #line) }
            try require(record.phase, is: .ended(.lapsed))
            try require(try await ledger.transaction(id), is: record)
            let late = try await ledger.settle(id, as: try world.issuance(), now: edge)
            try require(late, is: .lost(record))
        },
        ContractCase("T10 a claim after the time of its row counts as failed") { world in
            let id = world.newID()
            guard
                case .settled(let record) = try await world.ledger.claim(
                    id, clientID: world.client, now: world.keepUntil, keepUntil: world.keepUntil)
            else { throw ContractBreach("a row that may have been forgotten was claimed", #fileID, #line) }
            try require(record.phase, is: .ended(.lapsed))
            try require(try await world.ledger.transaction(id), is: nil)
        },
        ContractCase("H23 who asks again gets the settled outcome") { world in
            let id = try await world.issue()
            let stands = try unwrap(try await world.ledger.transaction(id))
            for _ in 1...3 {
                let again = try await world.ledger.claim(
                    id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
                try require(again, is: .settled(stands))
            }
        },
        ContractCase("a transaction that nobody claimed is not there") { world in
            try require(try await world.ledger.transaction(world.newID()), is: nil)
        },
    ]
}
