import CLinux

/// A point on the machine's monotonic clock: never steps, says nothing about the date.
package struct MonotonicTime: Comparable, Hashable, Sendable {
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    package static var now: MonotonicTime {
        MonotonicTime(nanoseconds: clinux_monotonic())
    }

    /// Never comes.
    package static let never = MonotonicTime(nanoseconds: .max)

    /// This moment later by a duration; a negative one counts as none, one without end as `never`.
    package func adding(_ duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return self }
        let (whole, tooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, tooLate) = nanoseconds.addingReportingOverflow(whole)
        let (total, over) = sum.addingReportingOverflow(UInt64(attoseconds) / 1_000_000_000)
        return tooLong || tooLate || over ? .never : MonotonicTime(nanoseconds: total)
    }

    package static func < (a: MonotonicTime, b: MonotonicTime) -> Bool {
        a.nanoseconds < b.nanoseconds
    }
}
