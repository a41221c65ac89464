import OAuth
import Store

extension ContractCase {
    static let people = [
        ContractCase("a subject is found by its identity") { world in
            let ledger = world.ledger
            let identity = try world.identity("person-1").digest
            try require(try await ledger.subject(of: identity), is: nil)
            _ = try await world.issue()
            try require(try await ledger.subject(of: identity)?.text, is: "subject-1")
            try require(try await ledger.subject(of: world.identity("person-2").digest), is: nil)
        },
        ContractCase("a person is shown whole, and nobody else with them") { world in
            let ledger = world.ledger
            let issued = try await world.issue()
            let granted = try await world.grant()
            try await world.signInOther()
            let person = try await ledger.person(world.subject("subject-1"))
            try require(
                person.accounts,
                is: [.init(identity: try world.identity("person-1"), createdAt: world.now)])
            let rows = [try await ledger.transaction(issued), try await ledger.transaction(granted)]
            try require(person.signIns, is: rows.compactMap { $0 }.sorted { $0.id < $1.id })
            try require(person.grants.map(\.id), is: [granted])
            try require(person.grants.map(\.details), is: [try world.details()])
            try require(try await ledger.person(world.subject("nobody")).isEmpty)
        },
        ContractCase("a person who was forgotten has nothing left that works") { world in
            let ledger = world.ledger
            let issued = try await world.issue()
            let granted = try await world.grant()
            let subject = try world.subject("subject-1")
            try require(
                try await ledger.forget(subject), is: Forgotten(accounts: 1, signIns: 2, grants: 1))
            try require(try await ledger.person(subject).isEmpty)
            try require(try await ledger.redeemCode(world.code(issued)), is: .refused)
            try require(try await ledger.redeemHandle(world.handle(issued, 1)), is: .refused)
            try require(try await ledger.rotate(world.refresh(granted, 1)), is: .refused)
            try require(try await ledger.details(grantedBy: granted, now: world.now), is: nil)
            for id in [issued, granted] {
                try require(try await ledger.transaction(id)?.phase, is: .ended(.lapsed))
                let again = try await ledger.claim(
                    id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
                try require(again != .claimed, "a forgotten transaction is claimed anew")
            }
            try require(try await ledger.forget(subject).isNothing)
        },
        ContractCase("a person who was forgotten comes back as somebody new") { world in
            let ledger = world.ledger
            _ = try await world.issue()
            _ = try await ledger.forget(world.subject("subject-1"))
            let id = world.newID()
            _ = try await ledger.claim(
                id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            _ = try await ledger.settle(id, as: try world.issuance(subject: "subject-9"), now: world.now)
            try require(try await ledger.transaction(id)?.details?.subject.text, is: "subject-9")
        },
        ContractCase("who forgets one forgets no other") { world in
            let ledger = world.ledger
            let other = try await world.signInOther()
            _ = try await world.grant()
            let stands = try await ledger.person(world.subject("subject-2"))
            _ = try await ledger.forget(world.subject("subject-1"))
            try require(try await ledger.person(world.subject("subject-2")), is: stands)
            guard case .rotated = try await ledger.rotate(world.refresh(other, 1)) else {
                throw ContractBreach("another person's refresh token was lost", #fileID, #line)
            }
        },
        ContractCase("many sign-ins are all found, and all forgotten") { world in
            for _ in 1...300 { _ = try await world.issue() }
            let subject = try world.subject("subject-1")
            try require(try await world.ledger.person(subject).signIns.count, is: 300)
            try require(try await world.ledger.forget(subject).signIns, is: 300)
        },
    ]
}

extension World {
    package func subject(_ text: String) throws -> Subject { try unwrap(Subject(text)) }

    /// Signs in somebody else, with a grant.
    @discardableResult
    func signInOther() async throws -> TransactionID {
        let id = newID()
        _ = try await ledger.claim(id, clientID: client, now: now, keepUntil: keepUntil)
        _ = try await ledger.settle(
            id, as: try issuance(identity: "person-2", subject: "subject-2"), now: now)
        _ = try await ledger.redeemCode(code(id))
        return id
    }
}
