/// What became of the tables of a store that was brought up to date.
package struct Migration: Sendable, Equatable {
    /// The numbers of the steps that were taken, in order.
    package var applied: [Int]
    /// The version that the tables have now; above the program's own after a rolling update.
    package var version: Int

    package init(applied: [Int] = [], version: Int) {
        self.applied = applied
        self.version = version
    }
}
