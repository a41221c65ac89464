import OAuth

/// Which rows a store looks at next for having outlived their time, and when.
///
/// A pass goes over one table in the order of its ids, a few rows a step. Steps are taken when the writer has
/// nothing to do, and as often as rows arrive when it always has; so the tables stay bounded and nobody waits. What
/// drives it is the callers' clock: where nobody calls, nothing grows, and what is over lies until somebody does.
///
/// Rows come in the order of their time and leave in it, so whole pages become free and the next rows take them:
/// no file needs to be vacuumed for that.
package struct Sweep: Sendable {
    /// A table that grows with every sign-in. People stay: `identities` grows with them alone.
    package enum Table: Int, CaseIterable, Sendable {
        case transactions
        case grants
        case spilled

        /// The least time between two passes, in seconds: as rows live, so often it pays to look.
        fileprivate var pause: Int { self == .grants ? 3_600 : 60 }
    }

    /// Rows that one step looks at.
    package static let stepRows = 64

    /// One table's turn.
    package struct Pass: Sendable {
        package let table: Table
        /// The id of the last row looked at.
        package var cursor: [UInt8] = []
        /// Rows that were looked at and stay.
        fileprivate var kept = 0
    }

    /// What the callers' clock showed last.
    package private(set) var clock: Timestamp?
    package private(set) var pass: Pass?
    private var begun: [Timestamp?] = Table.allCases.map { _ in nil }
    /// Jobs done since the last step.
    private var debt = 0

    package init() {}

    /// What the writer has done at `now`: the pass begins that is due for longest.
    package mutating func note(jobs: Int, at now: Timestamp?) {
        debt += jobs
        if let now { clock = now }
        guard pass == nil, let now else { return }
        let due = Table.allCases.filter { dueAt($0, now) <= now }.min { dueAt($0, now) < dueAt($1, now) }
        guard let due else { return }
        begun[due.rawValue] = now
        pass = Pass(table: due)
    }

    /// When a table is to be looked at; long ago where it never was, or where the clock has gone back.
    private func dueAt(_ table: Table, _ now: Timestamp) -> Timestamp {
        guard let last = begun[table.rawValue], last <= now else { return Timestamp(milliseconds: 0) }
        return last.adding(seconds: table.pause)
    }

    /// A step is due although others wait: else a writer that is never idle would never sweep.
    package var isOverdue: Bool { pass != nil && debt >= Self.stepRows / 2 }

    /// What one step found.
    package struct Step: Sendable {
        /// The id of the last row looked at; nil when the table's end was reached.
        package let cursor: [UInt8]?
        package let looked: Int
        package let deleted: Int

        package init(cursor: [UInt8]?, looked: Int, deleted: Int) {
            (self.cursor, self.looked, self.deleted) = (cursor, looked, deleted)
        }
    }

    /// A step was taken. At the table's end it tells how many rows the whole pass has left there.
    package mutating func stepped(_ step: Step) -> Int? {
        pass?.kept += step.looked - step.deleted
        let rows = step.cursor == nil ? pass?.kept : nil
        stepped(to: step.cursor)
        return rows
    }

    /// A step has looked at rows up to `cursor`; nil when the table's end was reached.
    package mutating func stepped(to cursor: [UInt8]?) {
        debt = 0
        if let cursor { pass?.cursor = cursor } else { pass = nil }
    }
}
