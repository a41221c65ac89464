/// What the machine decided: what to write, as numbers of the ``Book``, and what to tell.
struct Verdict: Sendable {
    enum Outcome: UInt8, Sendable {
        case claimed, processing
        /// A claim found, or a settlement left, what the browser shall hear.
        case answeredCode, answeredError, answeredFailed
        /// A claim found that too many wrong verifiers came.
        case answeredExhausted
        case lost
        case redeemed, refused
        /// A replay: ended by this very use, or before.
        case replayed, replayedAgain
        case rotated, repeated, reused, exceeded, unclear
    }

    enum GrantChange: UInt8, Sendable { case none, insert, revoke }

    /// The row after it: a grant for a refresh token, else a record; 0 where nothing is written.
    var write: UInt16 = 0
    var outcome: Outcome
    var grantChange = GrantChange.none
    /// The grant to insert.
    var grant: UInt16 = 0
    /// Of the refresh token that is given.
    var generation: UInt8 = 0
}

extension Verdict.Outcome {
    var story: String {
        switch self {
        case .claimed: "it is the first"
        case .processing: "somebody else asks the provider"
        case .answeredCode: "here is the code"
        case .answeredError: "here is the error"
        case .answeredFailed, .answeredExhausted: "it failed, begin again"
        case .lost: "the lease is over"
        case .redeemed: "redeemed"
        case .refused: "refused"
        case .replayed: "refused, and what it gave ends"
        case .replayedAgain: "refused, as what it gave has ended"
        case .rotated: "here is the next one"
        case .repeated: "here is the next one, as before"
        case .reused: "refused, and the family ends"
        case .exceeded: "too much was asked for"
        case .unclear: "ask again later"
        }
    }
}
