import OAuth
import Testing

struct CodeRuleTests {
    let rows = Rows()

    func redeem(_ record: TransactionRecord, _ redemption: CodeRedemption) -> Decision<CodeWrite, CodeOutcome>
    {
        TransactionMachine.redeemCode(existing: record, redemption)
    }

    @Test func `a code gives a grant where the app has offline access`() throws {
        let decision = try redeem(rows.issued(), rows.code())
        guard case .redeemed(let record, let grant?) = decision.outcome else { throw Surprise() }
        #expect(decision.write?.record == record)
        #expect(decision.write?.grant == .insert(grant))
        #expect(grant.generation == 1)
        #expect(grant.expiresAt == rows.issuedAt.adding(seconds: 2_592_000))
        #expect(try grant.details == Samples.details())
    }

    @Test func `a code without offline access gives no grant`() throws {
        let decision = try redeem(rows.issued(scope: "openid"), rows.code())
        guard case .redeemed(_, nil) = decision.outcome else { throw Surprise() }
        #expect(decision.write?.grant == CodeWrite.GrantChange.none)
    }

    @Test func `A17 each wrong property alone and every set of them is refused`() throws {
        for wrong in 0..<32 {
            let has = (0..<5).map { wrong >> $0 & 1 == 1 }
            var record = try rows.issued()
            if has[4] { record = try #require(redeem(record, rows.code()).write).record }
            let redemption = try rows.code(
                client: has[0] ? "app2" : "app1",
                redirectURI: has[1] ? Samples.callback + "/" : Samples.callback,
                verifier: has[2] ? Rows.wrongVerifier : Samples.verifier, milliseconds: has[3] ? 60_000 : 0)
            let decision = redeem(record, redemption)
            if wrong == 0 {
                guard case .redeemed = decision.outcome else { throw Surprise() }
                continue
            }
            // Used, and with the app's own proof, later than any race: the replay alarm.
            let isReplay = has[4] && has[3] && !has[0] && !has[2]
            #expect(decision.outcome == (isReplay ? .replayed(revoked: true) : .refused), "\(has)")
            // Only a wrong verifier with all else right is counted; only a replay revokes.
            let isCounted = wrong == 0b00100
            #expect((decision.write != nil) == (isCounted || isReplay), "\(has)")
        }
    }

    @Test(arguments: [
        "", "https://link.example.com/mobile/oauth/callback?",
        "https://link.example.com/mobile/oauth%2Fcallback",
        "https%3A%2F%2Flink.example.com%2Fmobile%2Foauth%2Fcallback", "com.example.mobile:/oauth/callback",
    ])
    func `A16 another redirect URI is refused`(redirectURI: String) throws {
        #expect(try redeem(rows.issued(), rows.code(redirectURI: redirectURI)).outcome == .refused)
    }

    @Test func `D17 a code lives to the millisecond`() throws {
        #expect(try redeem(rows.issued(), rows.code(milliseconds: 59_999)).write != nil)
        #expect(try redeem(rows.issued(), rows.code(milliseconds: 60_000)).outcome == .refused)
    }

    @Test func `A14 the fifth wrong verifier ends a code`() throws {
        var record = try rows.issued()
        for _ in 1...4 {
            let decision = try redeem(record, rows.code(verifier: Rows.wrongVerifier))
            #expect(decision.outcome == .refused)
            record = try #require(decision.write).record
        }
        #expect(try redeem(record, rows.code()).write != nil)
        record = try #require(redeem(record, rows.code(verifier: Rows.wrongVerifier)).write).record
        #expect(record.phase == .ended(.exhausted))
        #expect(try redeem(record, rows.code()).outcome == .refused)
    }

    @Test func `H10 a racing twin is refused and revokes nothing`() throws {
        let spent = try #require(redeem(rows.issued(), rows.code()).write).record
        for milliseconds: Int64 in [-2000, 0, 1, 800] {
            let twin = try redeem(spent, rows.code(milliseconds: milliseconds))
            #expect(twin.outcome == .refused)
            #expect(twin.write == nil)
        }
    }

    @Test func `H10 A15 a later replay revokes what the first use gave`() throws {
        let first = try #require(redeem(rows.issued(), rows.code()).write)
        let replay = try redeem(first.record, rows.code(milliseconds: 801))
        #expect(replay.outcome == .replayed(revoked: true))
        let write = try #require(replay.write)
        #expect(write.grant == .revoke)
        #expect(TransactionMachine.standing(record: write.record, grant: nil, now: rows.issuedAt) == nil)
        let again = try redeem(write.record, rows.code(milliseconds: 900))
        #expect(again.outcome == .replayed(revoked: false))
        #expect(again.write == nil)
        // A clock that stepped back makes no race of it.
        #expect(
            try redeem(first.record, rows.code(milliseconds: -3_600_000)).outcome == .replayed(revoked: true))
    }

    @Test func `a code read by somebody without the verifier signs nobody out`() throws {
        let spent = try #require(redeem(rows.issued(), rows.code()).write).record
        let replay = try redeem(spent, rows.code(verifier: Rows.wrongVerifier, milliseconds: 5000))
        #expect(replay.outcome == .refused)
        #expect(replay.write == nil)
    }

    @Test func `a sign-in stands while its code was redeemed and nothing revoked it`() throws {
        let now = rows.issuedAt
        let issued = try rows.issued()
        #expect(TransactionMachine.standing(record: issued, grant: nil, now: now) == nil)
        #expect(TransactionMachine.standing(record: nil, grant: nil, now: now) == nil)
        guard case .redeemed(let spent, var grant?) = try redeem(issued, rows.code()).outcome else {
            throw Surprise()
        }
        #expect(TransactionMachine.standing(record: spent, grant: nil, now: now) == issued.details)
        #expect(TransactionMachine.standing(record: nil, grant: grant, now: now) == issued.details)
        #expect(TransactionMachine.standing(record: spent, grant: grant, now: grant.expiresAt) == nil)
        grant.revoked = true
        #expect(TransactionMachine.standing(record: spent, grant: grant, now: now) == nil)
    }
}

/// An outcome of another kind than the test is about.
struct Surprise: Error {}
