import OAuth

/// Which rows are looked at next for having outlived their time, and when.
///
/// A pass goes over one table in the order of its ids, a few rows a step. Steps are taken when the writer has
/// nothing to do, and as often as rows arrive when it always has; so the tables stay bounded and nobody waits.
struct Sweep {
    /// A table that grows with every sign-in.
    enum Table: Int, CaseIterable {
        case transactions
        case grants
        case spilled

        /// The least time between two passes, in seconds: as rows live, so often it pays to look.
        fileprivate var pause: Int { self == .grants ? 3_600 : 60 }
    }

    /// Rows that one step looks at.
    static let stepRows = 64

    /// One table's turn.
    struct Pass {
        let table: Table
        /// The id of the last row looked at.
        var cursor: [UInt8] = []
    }

    /// What the callers' clock showed last.
    private(set) var clock: Timestamp?
    private(set) var pass: Pass?
    private var begun: [Timestamp?] = Table.allCases.map { _ in nil }
    /// Jobs done since the last step.
    private var debt = 0

    /// What the writer has done at `now`: a pass begins when one is due.
    mutating func note(jobs: Int, at now: Timestamp?) {
        debt += jobs
        if let now { clock = now }
        guard pass == nil, let now else { return }
        for table in Table.allCases {
            if let last = begun[table.rawValue], last <= now, now < last.adding(seconds: table.pause) {
                continue
            }
            begun[table.rawValue] = now
            pass = Pass(table: table)
            return
        }
    }

    /// A step is due although others wait: else a writer that is never idle would never sweep.
    var isOverdue: Bool { pass != nil && debt >= Self.stepRows / 2 }

    /// A step has looked at rows up to `cursor`; nil when the table's end was reached.
    mutating func stepped(to cursor: [UInt8]?) {
        debt = 0
        if let cursor { pass?.cursor = cursor } else { pass = nil }
    }
}
