import OAuth
import Testing

struct HandleRuleTests {
    let rows = Rows()

    func redeem(_ record: TransactionRecord, _ redemption: HandleRedemption) throws
        -> Decision<TransactionRecord, HandleOutcome>
    {
        TransactionMachine.redeemHandle(existing: record, redemption)
    }

    @Test func `T5 a handle is redeemed once`() throws {
        let first = try redeem(rows.issued(), rows.handle())
        let record = try #require(first.write)
        #expect(first.outcome == .redeemed(record))
        let second = try redeem(record, rows.handle())
        #expect(second.outcome == .refused)
        #expect(second.write == nil)
    }

    @Test func `T10 there are three generations and each ends those before it`() throws {
        var record = try rows.issued()
        for generation in 1...3 {
            record = try #require(try redeem(record, rows.handle(generation)).write)
            for spent in 0...generation {
                #expect(try redeem(record, rows.handle(spent)).outcome == .refused)
            }
        }
        #expect(try redeem(record, rows.handle(4)).outcome == .refused)
        // A later one may come first.
        let skipped = try #require(try redeem(rows.issued(), rows.handle(3)).write)
        for generation in 0...4 { #expect(try redeem(skipped, rows.handle(generation)).outcome == .refused) }
    }

    @Test func `a handle of generation 0 has nothing behind it`() throws {
        #expect(try redeem(rows.issued(), rows.handle(0)).outcome == .refused)
        #expect(try redeem(rows.issued(), rows.handle(0)).write == nil)
    }

    @Test func `T7 another client is refused and leaves the handle intact`() throws {
        let record = try rows.issued()
        for _ in 0..<9 { #expect(try redeem(record, rows.handle(client: "app2")).write == nil) }
        #expect(try redeem(record, rows.handle()).write != nil)
    }

    @Test func `T1 T14 the fifth wrong verifier ends handle and code`() throws {
        var record = try rows.issued()
        for count in 1...5 {
            let wrong = try redeem(record, rows.handle(verifier: Rows.wrongVerifier))
            #expect(wrong.outcome == .refused)
            record = try #require(wrong.write)
            if count == 4 { #expect(try redeem(record, rows.handle()).write != nil) }
        }
        #expect(record.phase == .ended(.exhausted))
        #expect(try redeem(record, rows.handle()).outcome == .refused)
        #expect(try TransactionMachine.redeemCode(existing: record, rows.code()).outcome == .refused)
    }

    @Test func `wrong verifiers at either endpoint count together`() throws {
        var record = try rows.issued()
        for _ in 0..<3 {
            record = try #require(try redeem(record, rows.handle(verifier: Rows.wrongVerifier)).write)
        }
        for _ in 0..<2 {
            let wrong = try TransactionMachine.redeemCode(
                existing: record, rows.code(verifier: Rows.wrongVerifier))
            record = try #require(wrong.write).record
        }
        #expect(record.phase == .ended(.exhausted))
    }

    @Test func `D17 T8 a handle lives to the millisecond`() throws {
        let record = try rows.issued()
        let end = rows.issuedAt.adding(seconds: 300)
        for (now, isGood) in [
            (end.adding(milliseconds: -1), true), (end, false), (end.adding(seconds: 9), false),
        ] {
            let redemption = try HandleRedemption(
                handle: NumberedID(id: rows.id, generation: 1), clientID: Samples.clientID(),
                verifier: Samples.proof(), now: now, lifetimes: rows.lifetimes)
            #expect(try (redeem(record, redemption).write != nil) == isGood)
        }
    }

    @Test func `T8 a clock that an hour was taken from revives nothing`() throws {
        let record = try rows.issued()
        #expect(try redeem(record, rows.handle(at: 300)).outcome == .refused)
        #expect(try redeem(record, rows.handle(at: 300 - 3600)).outcome == .refused)
        let back = try rows.code(milliseconds: (60 - 3600) * 1000)
        #expect(TransactionMachine.redeemCode(existing: record, back).outcome == .refused)
        // Nodes may differ by a minute.
        #expect(try redeem(record, rows.handle(at: -50)).write != nil)
    }

    @Test func `redeeming a handle starts the life of the code anew`() throws {
        let record = try #require(try redeem(rows.issued(), rows.handle(at: 299)).write)
        let last = try rows.code(milliseconds: 358_999)
        #expect(TransactionMachine.redeemCode(existing: record, last).write != nil)
        let late = try rows.code(milliseconds: 359_000)
        #expect(TransactionMachine.redeemCode(existing: record, late).outcome == .refused)
    }

    @Test func `redeeming the code ends every handle`() throws {
        let spent = try #require(TransactionMachine.redeemCode(existing: rows.issued(), rows.code()).write)
            .record
        for generation in 1...3 { #expect(try redeem(spent, rows.handle(generation)).outcome == .refused) }
    }

    @Test func `T15 the recovery page is told what is known and no more`() throws {
        let now = rows.issuedAt
        var record = try rows.issued()
        #expect(record.handleStanding(at: now) == .waiting(generation: 1, secondsLeft: 300))
        #expect(record.handleStanding(at: now.adding(seconds: 300)) == .expired)
        for generation in 1...3 {
            record = try #require(try redeem(record, rows.handle(generation)).write)
            let next = generation < 3 ? generation + 1 : nil
            #expect(
                record.handleStanding(at: now.adding(seconds: 10)) == .pickedUp(next: next, secondsLeft: 290))
        }
        let spent = try #require(TransactionMachine.redeemCode(existing: record, rows.code()).write).record
        #expect(spent.handleStanding(at: now) == .completed)
        record.phase = .ended(.exhausted)
        #expect(record.handleStanding(at: now) == .expired)
    }
}
