import Crypto
import OAuth
import Store

extension ContractCase {
    static let kinds = [
        ContractCase("A18 no kind of identifier is taken for another") { world in
            let identifiers = Identifiers(masterKeys: .random())
            let id = try await world.grant()
            let made = [
                identifiers.code(for: id), identifiers.handle(for: id, generation: 1),
                identifiers.refreshToken(for: id, generation: 1), identifiers.upstreamState(for: id),
            ]
            let readers: [@Sendable (String) -> TransactionID?] = [
                { identifiers.parseCode($0) }, { identifiers.parseHandle($0)?.id },
                { identifiers.parseRefreshToken($0)?.id }, { identifiers.parseUpstreamState($0) },
            ]
            for (maker, text) in made.enumerated() {
                for (index, read) in readers.enumerated() {
                    try require(read(text), is: maker == index ? id : nil)
                }
            }
        },
        ContractCase("A18 the rows of one kind are not found as another") { world in
            let issued = try await world.issue()
            try require(try await world.ledger.rotate(world.refresh(issued, 1)), is: .refused)
            try require(try await world.ledger.spilled(issued, now: world.now), is: nil)
            let spilled = world.newID()
            try await world.ledger.spill(
                spilled, sealed: [1], now: world.now, expiresAt: world.now.adding(seconds: 600))
            try require(try await world.ledger.transaction(spilled), is: nil)
            try require(try await world.ledger.redeemCode(world.code(spilled)), is: .refused)
            try require(try await world.ledger.redeemHandle(world.handle(spilled, 1)), is: .refused)
            let claim = try await world.ledger.claim(
                spilled, clientID: world.client, now: world.now, keepUntil: world.keepUntil)
            try require(claim, is: .claimed)
        },
    ]
}
