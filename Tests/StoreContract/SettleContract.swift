import OAuth
import Store

extension ContractCase {
    static let settlements = [
        ContractCase("a settlement is read back whole") { world in
            let id = try await world.issue()
            let record = try unwrap(try await world.ledger.transaction(id))
            try require(record.clientID, is: world.client)
            try require(record.keepUntil, is: world.keepUntil)
            guard case .issued(let issued) = record.phase else {
                throw ContractBreach("not issued: \(record)", #fileID, #line)
            }
            try require(issued.details, is: try world.details())
            try require(issued.challenge, is: world.verifier.challenge)
            try require(issued.codeExpiresAt, is: world.now.adding(seconds: world.lifetimes.code))
            try require(issued.handleExpiresAt, is: world.now.adding(seconds: world.lifetimes.handle))
            try require(issued.handleRedeemed, is: 0)
            try require(issued.wrongVerifiers, is: 0)
        },
        ContractCase("H14 a rejection is read back whole and has no code") { world in
            for (cause, error) in [
                (Rejection.Cause.denied, AuthorizationError(.accessDenied, "said no: \u{e4}\u{1f600}")),
                (.failed, AuthorizationError(.temporarilyUnavailable, "")),
            ] {
                let (id, rejection) = try await world.reject(cause, error)
                let record = try unwrap(try await world.ledger.transaction(id))
                try require(record.phase, is: .rejected(rejection))
                try require(try await world.ledger.redeemCode(world.code(id)), is: .refused)
                try require(try await world.ledger.details(grantedBy: id, now: world.now), is: nil)
            }
        },
        ContractCase("H14 a handle brings the error home, as often as a code") { world in
            let error = AuthorizationError(.accessDenied, "")
            let (id, rejection) = try await world.reject(.denied, error)
            var expected = rejection
            for generation in 1...3 {
                expected.handleRedeemed = generation
                guard
                    case .redeemed(let record) = try await world.ledger.redeemHandle(
                        world.handle(id, generation))
                else { throw ContractBreach("refused", #fileID, #line) }
                try require(record.phase, is: .rejected(expected))
                try require(try await world.ledger.transaction(id), is: record)
                try require(
                    try await world.ledger.redeemHandle(world.handle(id, generation)), is: .refused)
            }
            let (other, _) = try await world.reject(.denied, error)
            for _ in 1...5 {
                _ = try await world.ledger.redeemHandle(
                    world.handle(other, 1, verifier: world.wrongVerifier))
            }
            try require(try await world.ledger.transaction(other)?.phase, is: .ended(.exhausted))
        },
        ContractCase("a settlement without a claim is lost and writes nothing") { world in
            let id = world.newID()
            let outcome = try await world.ledger.settle(id, as: try world.issuance(), now: world.now)
            try require(outcome, is: .lost(nil))
            try require(try await world.ledger.transaction(id), is: nil)
        },
        ContractCase("the second of two settlements is lost") { world in
            let id = try await world.issue()
            let stands = try await world.ledger.transaction(id)
            let outcome = try await world.ledger.settle(
                id, as: try world.issuance(identity: "late"), now: world.now)
            try require(outcome, is: .lost(stands))
            try require(try await world.ledger.transaction(id), is: stands)
        },
        ContractCase("a person keeps the subject of their first sign-in") { world in
            func subject(_ identity: String, _ proposed: String) async throws -> String {
                let id = world.newID()
                _ = try await world.ledger.claim(
                    id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
                let settlement = try world.issuance(identity: identity, subject: proposed)
                guard
                    case .settled(let record) = try await world.ledger.settle(
                        id, as: settlement, now: world.now),
                    let details = record.details
                else { throw ContractBreach("not issued", #fileID, #line) }
                try require(try await world.ledger.transaction(id), is: record)
                return details.subject.text
            }
            try require(try await subject("a", "first"), is: "first")
            try require(try await subject("a", "second"), is: "first")
            try require(try await subject("b", "third"), is: "third")
            try require(try await subject("a", "fourth"), is: "first")
        },
        ContractCase("a lost settlement gives nobody a subject") { world in
            _ = try await world.ledger.settle(
                world.newID(), as: try world.issuance(identity: "x", subject: "lost"), now: world.now)
            let id = world.newID()
            _ = try await world.ledger.claim(
                id, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            _ = try await world.ledger.settle(
                id, as: try world.issuance(identity: "x", subject: "found"), now: world.now)
            try require(
                try await world.ledger.transaction(id)?.details?.subject.text, is: "found")
        },
    ]
}
