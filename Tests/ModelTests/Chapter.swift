import Testing

/// A small world: what may be asked in it, when, and of what kind of store.
struct Chapter: Sendable {
    /// How a store makes a change atomic.
    enum Store: String, CaseIterable, Sendable {
        /// Reads, decides and writes in one go, as SQLite's one writer does.
        case oneWriter = "one writer"
        /// Reads, decides, and writes if the version is still the one read, else begins anew, as on PostgreSQL.
        case compareAndSet = "compare-and-set"
    }

    /// How far the clock may be set back.
    enum SetBack: Sendable { case never, byLeewayOrAnHour, byAny }

    enum Start: Sendable { case nothing, issued, denied, redeemed }

    let name: String
    var start = Start.nothing
    /// What comes in, as often as it likes, in any order.
    let operations: [Operation]
    let calendar: Calendar
    var setBack = SetBack.byLeewayOrAnHour
    /// How many moments a request may see pass before the store has answered it.
    var lag = 1
    /// The last refresh token that there is.
    var generations: UInt8 = 1
    /// Whether the code gives refresh tokens.
    var offline = true
    /// How far a clock may be behind what the store has noted before it is believed no more.
    var toleranceSeconds: Int?
    /// Whether rows are forgotten when their time is over.
    var isSwept = false
    /// Only the app itself refreshes, with the token that it heard last.
    var isHonest = false
    var store = Store.oneWriter
    var mutant: Mutant?

    /// Another kind of store, and perhaps a mistake in it.
    func with(_ store: Store, _ mutant: Mutant? = nil) -> Chapter {
        var chapter = self
        (chapter.store, chapter.mutant) = (store, mutant)
        return chapter
    }
}

extension Chapter: CustomTestStringConvertible, CustomStringConvertible {
    var description: String { name }
    var testDescription: String { name }
}
