import OAuth
import Store

/// A clock that an hour was taken from.
private let hour = -3_600

extension ContractCase {
    static let clocks = [
        ContractCase("T8 a clock that steps back an hour revives nothing") { world in
            let id = try await world.issue()
            try require(try await world.ledger.redeemCode(world.code(id, after: 60)), is: .refused)
            for seconds in [60 + hour, 300 + hour] {
                try await world.fails { try await world.ledger.redeemCode(world.code(id, after: seconds)) }
                try await world.fails {
                    try await world.ledger.redeemHandle(world.handle(id, 1, after: seconds))
                }
            }
            let granted = try await world.grant()
            try await world.fails { try await world.ledger.rotate(world.refresh(granted, 1, after: hour)) }
        },
        ContractCase("a clock that steps back gives nobody new a start") { world in
            _ = try await world.issue()
            let back = world.now.adding(seconds: hour)
            let id = world.newID(at: back)
            try await world.fails {
                try await world.ledger.claim(
                    id, clientID: world.client, now: back, keepUntil: world.keepUntil)
            }
            try require(try await world.ledger.transaction(id), is: nil)
        },
        ContractCase("an honest repeat is no reuse because the clock stepped back") { world in
            let id = try await world.grant()
            guard case .rotated(let grant) = try await world.ledger.rotate(world.refresh(id, 1)) else {
                throw ContractBreach("refused", #fileID, #line)
            }
            try await world.fails { try await world.ledger.rotate(world.refresh(id, 1, after: hour)) }
            try require(try await world.ledger.rotate(world.refresh(id, 1, after: -240)), is: .unclear)
            try require(try await world.ledger.rotate(world.refresh(id, 1, after: 2)), is: .repeated(grant))
            guard case .rotated = try await world.ledger.rotate(world.refresh(id, 2, after: 3)) else {
                throw ContractBreach("the family was ended", #fileID, #line)
            }
        },
        ContractCase("a clock that has caught up is believed again") { world in
            let id = try await world.issue()
            try await world.fails { try await world.ledger.redeemCode(world.code(id, after: hour)) }
            guard case .redeemed = try await world.ledger.redeemCode(world.code(id, after: 1)) else {
                throw ContractBreach("refused", #fileID, #line)
            }
        },
        ContractCase("a clock that steps back makes a node unready until it has caught up") { world in
            _ = try await world.issue()
            try await world.fails { try await world.ledger.ping(now: world.now.adding(seconds: hour)) }
            try await world.ledger.ping(now: world.now)
        },
        ContractCase("a new epoch believes the clock") { world in
            _ = try await world.issue()
            let back = world.now.adding(seconds: hour)
            _ = try await world.ledger.beginEpoch(now: back)
            let claim = try await world.ledger.claim(
                world.newID(at: back), clientID: world.client, now: back, keepUntil: world.keepUntil)
            try require(claim, is: .claimed)
        },
    ]
}

extension World {
    /// Asserts that the ledger does nothing because of the clock.
    fileprivate func fails<Outcome: Sendable>(
        _ call: () async throws -> Outcome, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        do {
            let outcome = try await call()
            throw ContractBreach("the clock was believed: \(outcome)", file, line)
        } catch LedgerFailure.clockWentBack(let milliseconds) {
            try require(milliseconds > Int64(Stamp.toleranceSeconds) * 1_000, file: file, line: line)
        }
    }
}
