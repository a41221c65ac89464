import OAuth
import Testing

/// Random walks over one sign-in: whatever is presented in whatever order, the promises hold.
struct MachineWalkTests {
    /// What a walk has seen succeed.
    private struct Tally {
        var handles: [Int] = []
        var codes = 0
        var wrong = 0
    }

    @Test(arguments: 0..<300)
    func `T5 T6 A15 no order of requests breaks single use`(seed: Int) throws {
        let rows = Rows()
        var random = SeededRandom(seed: UInt64(seed))
        var record = try rows.issued()
        var tally = Tally()
        var clock = 0
        for _ in 0..<60 {
            clock += Int.random(in: -2...12, using: &random)
            let isWrong = Int.random(in: 0..<12, using: &random) == 0
            let isForeign = Int.random(in: 0..<6, using: &random) == 0
            let client = isForeign ? "app2" : "app1"
            let verifier = isWrong ? Rows.wrongVerifier : Samples.verifier
            let before = record
            if Int.random(in: 0..<4, using: &random) > 0 {
                let generation = Int.random(in: 0...4, using: &random)
                let redemption = try rows.handle(generation, client: client, verifier: verifier, at: clock)
                let decision = TransactionMachine.redeemHandle(existing: record, redemption)
                if case .redeemed(let given) = decision.outcome {
                    #expect(decision.write == given)
                    #expect(generation > tally.handles.last ?? 0 && 1...3 ~= generation)
                    #expect(!isWrong && !isForeign && tally.codes == 0 && tally.wrong < 5 && clock < 300)
                    tally.handles.append(generation)
                }
                record = decision.write ?? record
            } else {
                let redemption = try rows.code(
                    client: client, verifier: verifier, milliseconds: Int64(clock) * 1000)
                let decision = TransactionMachine.redeemCode(existing: record, redemption)
                if case .redeemed = decision.outcome {
                    #expect(!isWrong && !isForeign && tally.codes == 0 && tally.wrong < 5 && clock < 360)
                    tally.codes += 1
                }
                record = decision.write?.record ?? record
            }
            if case .issued(let was) = before.phase, case .issued(let now) = record.phase {
                #expect(now.wrongVerifiers >= was.wrongVerifiers && now.handleRedeemed >= was.handleRedeemed)
                tally.wrong = now.wrongVerifiers
            } else if case .ended(.exhausted) = record.phase {
                tally.wrong = 5
            }
        }
        #expect(tally.handles.count <= 3)
        #expect(tally.codes <= 1)
    }

    @Test(arguments: 0..<100)
    func `A32 of all refresh tokens one is current and an old one ends them all`(seed: Int) throws {
        let rows = Rows()
        var random = SeededRandom(seed: UInt64(seed))
        guard
            case .redeemed(_, var grant?) = try TransactionMachine.redeemCode(
                existing: rows.issued(), rows.code()
            )
            .outcome
        else { throw Surprise() }
        var clock = 0
        for _ in 0..<40 {
            clock += Int.random(in: 0...50, using: &random)
            let presented = max(0, grant.generation + Int.random(in: -2...1, using: &random))
            let before = grant
            let decision = try TransactionMachine.rotate(existing: grant, rows.refresh(presented, at: clock))
            grant = decision.write ?? grant
            switch decision.outcome {
            case .rotated:
                #expect(presented == before.generation && grant.generation == before.generation + 1)
            case .repeated(let same):
                #expect(presented == before.generation - 1 && same == before && grant == before)
            case .reused:
                #expect(presented < before.generation && grant.revoked)
            case .refused:
                #expect(
                    grant == before && (before.revoked || presented == 0 || presented > before.generation))
            case .exceeded: Issue.record("nothing was asked for")
            case .unclear: Issue.record("the clock was not set back")
            }
            if before.revoked { #expect(decision.outcome == .refused) }
        }
    }
}
