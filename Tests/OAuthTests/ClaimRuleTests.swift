import Crypto
import OAuth
import Testing

struct ClaimRuleTests {
    let rows = Rows()
    let now = Samples.start

    func claim(_ existing: TransactionRecord?, at milliseconds: Int64 = 0, epoch: Epoch = Epoch())
        throws -> Decision<TransactionRecord, ClaimOutcome>
    {
        try TransactionMachine.claim(
            existing: existing, id: rows.id, clientID: Samples.clientID(),
            now: now.adding(milliseconds: milliseconds),
            keepUntil: now.adding(seconds: 3600), epoch: epoch)
    }

    func settle(
        _ existing: TransactionRecord?, as settlement: Settlement, at milliseconds: Int64
    ) throws -> Decision<TransactionRecord, SettleOutcome> {
        try TransactionMachine.settle(
            existing: existing, as: settlement, now: now.adding(milliseconds: milliseconds)
        ) { _ throws in
            try #require(Subject("person-2"))
        }
    }

    func issuance() throws -> Issuance {
        try Issuance(
            details: Samples.details(), identity: Samples.identity(),
            challenge: #require(CodeChallenge(Samples.challenge)), now: now, lifetimes: Lifetimes())
    }

    @Test func `H23 the first claim is given and the second waits`() throws {
        let first = try claim(nil)
        #expect(first.outcome == .claimed)
        let second = try claim(first.write, at: 14_999)
        #expect(second.outcome == .processing)
        #expect(second.write == nil)
    }

    @Test func `a lease that ended counts as failed and is never given again`() throws {
        let claimed = try claim(nil).write
        let late = try claim(claimed, at: 15_000)
        let lapsed = try #require(late.write)
        #expect(lapsed.phase == .ended(.lapsed))
        #expect(late.outcome == .settled(lapsed))
        #expect(try claim(lapsed, at: 0).outcome == .settled(lapsed))
        #expect(try settle(lapsed, as: .issued(issuance()), at: 0).outcome == .lost(lapsed))
    }

    @Test func `T10 T20 a transaction whose row may be forgotten is never claimed`() throws {
        #expect(try claim(nil, at: 3_599_999).outcome == .claimed)
        let late = try claim(nil, at: 3_600_000)
        #expect(late.write == nil)
        guard case .settled(let record) = late.outcome else { throw Surprise() }
        #expect(record.phase == .ended(.lapsed))
    }

    @Test func `T9 a settlement counts up to the last millisecond of its lease`() throws {
        let claimed = try claim(nil).write
        let intime = try settle(claimed, as: .issued(issuance()), at: 14_999)
        #expect(intime.write?.details?.subject.text == "person-2")
        let late = try settle(claimed, as: .issued(issuance()), at: 15_000)
        #expect(late.write == nil)
        #expect(late.outcome == .lost(claimed))
        #expect(try settle(nil, as: .issued(issuance()), at: 0).outcome == .lost(nil))
    }

    @Test func `a clock that an hour was taken from gives no lease back`() throws {
        let claimed = try claim(nil).write
        #expect(try claim(claimed, at: -3_600_000).write?.phase == .ended(.lapsed))
        #expect(try settle(claimed, as: .issued(issuance()), at: -3_600_000).outcome == .lost(claimed))
    }

    @Test func `a transaction from before the epoch counts as lapsed and is not written`() throws {
        let late = try claim(nil, epoch: Epoch(number: 1, began: rows.id.createdAt.adding(milliseconds: 1)))
        guard case .settled(let record) = late.outcome else {
            Issue.record("claimed")
            return
        }
        #expect(record.phase == .ended(.lapsed))
        #expect(late.write == nil)
        #expect(try claim(nil, epoch: Epoch(number: 1, began: rows.id.createdAt)).outcome == .claimed)
        let standing = try claim(nil).write
        let epoch = Epoch(number: 1, began: now.adding(seconds: 9))
        #expect(try claim(standing, at: 1, epoch: epoch).outcome == .processing)
    }

    @Test func `H14 H23 an outcome stays the outcome`() throws {
        let rejected = try rows.rejection()
        for settlement in [try Settlement.issued(issuance()), .rejected(rejected)] {
            let record = try #require(try settle(claim(nil).write, as: settlement, at: 1).write)
            #expect(try claim(record, at: 2).outcome == .settled(record))
            #expect(try claim(record, at: 2).write == nil)
            #expect(try settle(record, as: .rejected(rejected), at: 2).outcome == .lost(record))
        }
        let record = try settle(claim(nil).write, as: .rejected(rejected), at: 1).write
        #expect(record?.phase == .rejected(rejected))
        #expect(record?.isRejected == true)
        #expect(record?.details == nil)
    }

    @Test func `T20 what is not settled and what has lapsed give nothing for handle or code`() throws {
        let processing = try #require(try claim(nil).write)
        let lapsed = try #require(try claim(processing, at: 15_000).write)
        for record in [nil, processing, lapsed] {
            #expect(try TransactionMachine.redeemHandle(existing: record, rows.handle()).outcome == .refused)
            #expect(try TransactionMachine.redeemCode(existing: record, rows.code()).outcome == .refused)
        }
    }
}
