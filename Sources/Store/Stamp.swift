import OAuth

/// The latest moment that a store has seen. A clock far behind it is wrong, or was wrong when it ran ahead; either way
/// nothing can be told of what is spent and what is over, so nothing is given until it has caught up, or a new epoch
/// has begun.
package struct Stamp: Sendable, Equatable {
    /// How far a clock may be behind, in seconds.
    package static let toleranceSeconds = 300
    /// How old the stamp may grow before it is written anew, in seconds.
    package static let stepSeconds = 30

    /// Nil in a store that has seen nothing yet.
    package let latest: Timestamp?

    package init(_ latest: Timestamp? = nil) { self.latest = latest }

    /// Why nothing may be done at `now`; nil where all is well.
    package func fault(at now: Timestamp) -> LedgerFailure? {
        guard let latest, now < latest.adding(seconds: -Self.toleranceSeconds) else { return nil }
        return .clockWentBack(milliseconds: latest.milliseconds - now.milliseconds)
    }

    /// The stamp to write in place of this one; nil while this one is young enough.
    package func successor(at now: Timestamp) -> Stamp? {
        guard let latest, now < latest.adding(seconds: Self.stepSeconds) else { return Stamp(now) }
        return nil
    }
}
