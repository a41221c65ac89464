import OAuth
import Store
import Testing

struct SweepTests {
    private let now = Timestamp(seconds: 1_000)

    @Test func `a pass begins when one is due, and a writer that is never idle steps too`() {
        var sweep = Sweep()
        sweep.note(jobs: 1, at: now)
        #expect(sweep.pass?.table == .transactions)
        #expect(!sweep.isOverdue)
        sweep.note(jobs: Sweep.stepRows, at: now)
        #expect(sweep.isOverdue)
        sweep.stepped(to: [1])
        #expect(sweep.pass?.cursor == [1])
        #expect(!sweep.isOverdue)
        for next in [Sweep.Table.grants, .spilled] {
            sweep.stepped(to: nil)
            sweep.note(jobs: 1, at: now)
            #expect(sweep.pass?.table == next)
        }
        sweep.stepped(to: nil)
        sweep.note(jobs: 1, at: now.adding(seconds: 59))
        #expect(sweep.pass == nil)
        sweep.note(jobs: 1, at: now.adding(seconds: 60))
        #expect(sweep.pass?.table == .transactions)
    }

    @Test func `a table whose passes take longer than its pause leaves the others their turn`() {
        var sweep = Sweep()
        var passes: [Sweep.Table] = []
        for turn in 0..<60 {
            sweep.note(jobs: 1, at: now.adding(seconds: turn * 150))
            if let pass = sweep.pass { passes.append(pass.table) }
            sweep.stepped(to: nil)
        }
        #expect(passes.count { $0 == .grants } >= 2)
        #expect(passes.count { $0 == .spilled } > 20)
    }

    @Test func `a clock that goes back does not end the sweeping`() {
        var sweep = Sweep()
        for _ in Sweep.Table.allCases {
            sweep.note(jobs: 1, at: now)
            sweep.stepped(to: nil)
        }
        sweep.note(jobs: 1, at: now.adding(seconds: -500))
        #expect(sweep.pass != nil)
    }
}
