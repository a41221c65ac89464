import OAuth
import Store

extension ContractCase {
    static let epochs = [
        ContractCase("a new epoch voids all that was handed out") { world in
            let ledger = world.ledger
            let issued = try await world.issue()
            let granted = try await world.grant()
            let spilled = world.newID()
            try await ledger.spill(spilled, sealed: [1], now: world.now, expiresAt: world.keepUntil)
            let later = world.now.adding(seconds: 1)
            try require(try await ledger.beginEpoch(now: later), is: Epoch(number: 1, began: later))
            try require(try await ledger.redeemCode(world.code(issued, after: 2)), is: .refused)
            try require(try await ledger.redeemHandle(world.handle(issued, 1, after: 2)), is: .refused)
            try require(try await ledger.rotate(world.refresh(granted, 1, after: 2)), is: .refused)
            try require(try await ledger.details(grantedBy: granted, now: later), is: nil)
            try require(try await ledger.spilled(spilled, now: later), is: nil)
            try require(try await ledger.transaction(issued), is: nil)
        },
        ContractCase("a transaction from before the epoch is never claimed anew") { world in
            let ledger = world.ledger
            let (settled, fresh, claimed) = (try await world.issue(), world.newID(), world.newID())
            _ = try await ledger.claim(
                claimed, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            let later = world.now.adding(seconds: 1)
            _ = try await ledger.beginEpoch(now: later)
            for id in [settled, fresh, claimed] {
                guard
                    case .settled(let record) = try await ledger.claim(
                        id, clientID: world.client, now: later, keepUntil: world.keepUntil)
                else { throw ContractBreach("a transaction came to life again", #fileID, #line) }
                try require(record.phase, is: .ended(.lapsed))
                try require(try await ledger.settle(id, as: try world.issuance(), now: later), is: .lost(nil))
            }
            let new = world.newID(at: later)
            let claim = try await ledger.claim(
                new, clientID: world.client, now: later, keepUntil: world.keepUntil)
            try require(claim, is: .claimed)
        },
        ContractCase("people and signing keys outlive an epoch") { world in
            let ledger = world.ledger
            _ = try await world.issue()
            let key = StoredSigningKey(
                kid: "k", algorithm: "ES256", createdAt: world.now, privateKey: [1, 2, 3])
            _ = try await ledger.addSigningKey(key, after: nil)
            let later = world.now.adding(seconds: 1)
            _ = try await ledger.beginEpoch(now: later)
            try require(try await ledger.beginEpoch(now: later).number, is: 2)
            try require(try await ledger.signingKeys(), is: [key])
            let id = world.newID(at: later)
            _ = try await ledger.claim(id, clientID: world.client, now: later, keepUntil: world.keepUntil)
            _ = try await ledger.settle(
                id, as: try world.issuance(subject: "somebody-new", at: later), now: later)
            try require(try await ledger.transaction(id)?.details?.subject.text, is: "subject-1")
        },
    ]
}
