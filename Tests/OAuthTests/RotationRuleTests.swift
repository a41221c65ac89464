import OAuth
import Testing

struct RotationRuleTests {
    var rows = Rows()

    func grant() throws -> Grant {
        let decision = try TransactionMachine.redeemCode(existing: rows.issued(), rows.code())
        guard case .redeemed(_, let grant?) = decision.outcome else { throw Surprise() }
        return grant
    }

    func rotate(_ grant: Grant, _ rotation: RefreshRotation) -> Decision<Grant, RotationOutcome> {
        TransactionMachine.rotate(existing: grant, rotation)
    }

    @Test func `a refresh token gives its successor and lives anew`() throws {
        let decision = try rotate(grant(), rows.refresh(1, at: 100))
        let next = try #require(decision.write)
        #expect(decision.outcome == .rotated(next))
        #expect(next.generation == 2)
        #expect(next.rotatedAt == rows.issuedAt.adding(seconds: 100))
        #expect(next.expiresAt == rows.issuedAt.adding(seconds: 100 + 2_592_000))
    }

    @Test func `H11 a b within the grace the same successor comes again`() throws {
        let next = try #require(rotate(grant(), rows.refresh(1, at: 100)).write)
        for seconds in [100, 102, 159] {
            let again = try rotate(next, rows.refresh(1, at: seconds))
            #expect(again.outcome == .repeated(next))
            #expect(again.write == nil)
        }
    }

    @Test func `H11 c A32 after the grace the family is revoked`() throws {
        let next = try #require(rotate(grant(), rows.refresh(1, at: 100)).write)
        let late = try rotate(next, rows.refresh(1, at: 160))
        #expect(late.outcome == .reused)
        let revoked = try #require(late.write)
        #expect(revoked.revoked)
        for generation in 1...2 {
            #expect(try rotate(revoked, rows.refresh(generation, at: 160)).outcome == .refused)
        }
    }

    @Test func `H11 d once the successor was used there is no grace`() throws {
        let second = try #require(rotate(grant(), rows.refresh(1, at: 100)).write)
        let third = try #require(rotate(second, rows.refresh(2, at: 101)).write)
        #expect(try rotate(third, rows.refresh(1, at: 102)).outcome == .reused)
        #expect(try rotate(third, rows.refresh(2, at: 102)).outcome == .repeated(third))
    }

    @Test func `H11 a grace of 0 is none`() throws {
        var strict = rows
        strict.lifetimes.refreshGrace = 0
        let next = try #require(rotate(grant(), strict.refresh(1)).write)
        #expect(try rotate(next, strict.refresh(1)).outcome == .reused)
    }

    @Test func `H11 T8 a clock set back gives no grace to an old token and ends nobody's family`() throws {
        let second = try #require(rotate(grant(), rows.refresh(1, at: 100)).write)
        let third = try #require(rotate(second, rows.refresh(2, at: 101)).write)
        for (grant, generation, seconds) in [(second, 1, 39), (second, 1, 100 - 3600), (third, 1, 100)] {
            let decision = try rotate(grant, rows.refresh(generation, at: seconds))
            #expect(decision.outcome == .unclear)
            #expect(decision.write == nil)
        }
        #expect(try rotate(second, rows.refresh(1, at: 40)).outcome == .repeated(second))
        #expect(try rotate(second, rows.refresh(1, at: 160)).outcome == .reused)
        #expect(try rotate(third, rows.refresh(1, at: 101)).outcome == .reused)
    }

    @Test func `A35 another client, an ended or revoked grant and a token never made are refused`() throws {
        let grant = try grant()
        for refused in try [
            rows.refresh(1, client: "app2"), rows.refresh(2), rows.refresh(0), rows.refresh(1, at: 2_592_000),
        ] {
            #expect(rotate(grant, refused).outcome == .refused)
            #expect(rotate(grant, refused).write == nil)
        }
        #expect(try rotate(grant, rows.refresh(1, at: 2_591_999)).write != nil)
        var revoked = grant
        revoked.revoked = true
        #expect(try rotate(revoked, rows.refresh(1)).outcome == .refused)
        #expect(try TransactionMachine.rotate(existing: nil, rows.refresh(1)).outcome == .refused)
    }

    @Test func `A34 A35 asking for more than was granted costs nothing`() throws {
        let grant = try grant()
        let wide = try rotate(grant, rows.refresh(1, scope: "openid orders.read"))
        #expect(wide.outcome == .exceeded(.invalidScope))
        #expect(wide.write == nil)
        let elsewhere = try rotate(grant, rows.refresh(1, resource: Samples.api))
        #expect(elsewhere.outcome == .exceeded(.invalidTarget))
        #expect(elsewhere.write == nil)
        let narrow = try rotate(grant, rows.refresh(1, scope: "openid"))
        #expect(try #require(narrow.write).details.scope == grant.details.scope)
    }
}
