import Codec
import OAuth
import Testing

struct RejectionTests {
    let rows = Rows()

    @Test func `H14 an error too is fetched by each handle once`() throws {
        var record = try rows.rejected()
        for generation in 1...3 {
            let decision = try TransactionMachine.redeemHandle(existing: record, rows.handle(generation))
            record = try #require(decision.write)
            #expect(decision.outcome == .redeemed(record))
            let again = try TransactionMachine.redeemHandle(existing: record, rows.handle(generation))
            #expect(again.outcome == .refused)
        }
        #expect(record.handleStanding(at: rows.issuedAt) == .pickedUp(next: nil, secondsLeft: 300))
    }

    @Test func `T20 a rejected sign-in has no code`() throws {
        let decision = try TransactionMachine.redeemCode(existing: rows.rejected(), rows.code())
        #expect(decision.outcome == .refused)
        #expect(decision.write == nil)
        #expect(
            try TransactionMachine.standing(record: rows.rejected(), grant: nil, now: rows.issuedAt) == nil)
    }

    @Test func `T1 T7 T8 its handle asks for the same proof`() throws {
        var record = try rows.rejected()
        for refused in try [
            rows.handle(client: "app2"), rows.handle(0), rows.handle(4), rows.handle(at: 300),
        ] {
            #expect(TransactionMachine.redeemHandle(existing: record, refused).outcome == .refused)
            #expect(TransactionMachine.redeemHandle(existing: record, refused).write == nil)
        }
        for _ in 1...5 {
            let wrong = try rows.handle(verifier: Rows.wrongVerifier)
            record = try #require(TransactionMachine.redeemHandle(existing: record, wrong).write)
        }
        #expect(record.phase == .ended(.exhausted))
    }

    @Test func `a rejection comes out as it went in`() throws {
        let rejection = try rows.rejection()
        let packed = rejection.packed()
        func read(_ bytes: [UInt8]) throws -> Rejection {
            try Rejection(
                packed: bytes, challenge: rejection.challenge, handleExpiresAt: rejection.handleExpiresAt,
                handleRedeemed: 0, wrongVerifiers: 0)
        }
        #expect(try read(packed) == rejection)
        for count in 0..<packed.count {
            #expect(throws: PackedFault.self) { try read(Array(packed[..<count])) }
        }
    }
}
