/// How long the turns of one event loop took: for so long whatever came meanwhile had to wait.
package struct LoopFigures: Sendable {
    /// Upper bounds in nanoseconds.
    let bounds: [UInt64]
    /// Turns by bound, and those beyond the last.
    let counts: [Int]
    let nanoseconds: UInt64

    package init(bounds: [UInt64], counts: [Int], nanoseconds: UInt64) {
        self.bounds = bounds
        self.counts = counts
        self.nanoseconds = nanoseconds
    }
}
