/// Ways to get it wrong, each of which the checker must find.
enum Mutant: String, CaseIterable, Sendable {
    // Of the store.
    case noVersion = "a row is read, then written without a look at its version"
    case lostWriteCounts = "a write that lost its compare-and-set counts as done"
    case answersBeforeCommit = "an answer goes out before its commit"
    case retriesUnknownCommit = "the store itself tries a commit again of which it knows no outcome"
    case volatileSettlement = "a settlement is committed but not durable"
    case volatileLapse = "a lapse is told before it is durable"
    case sweepsUnstamped = "a row is swept away and the store does not note how late it was"
    case twoWrites = "a replay revokes the transaction and its grant in two writes"

    // Of the rules.
    case claimsAgain = "a lapsed lease is given again"
    case leaseWithoutEnd = "a lease never lapses"
    case settlesAnything = "a settlement looks at no phase and no lease"
    case wokenNodeSettles = "a settlement counts although its lease was found lapsed"
    case earlierHandlesLive = "a redeemed handle ends only itself"
    case handlesOutliveCode = "a handle works although the code was redeemed"
    case endlessHandles = "there is no last handle"
    case forgivesWrongVerifiers = "wrong verifiers are refused, not counted"
    case asksNoVerifier = "the verifier is not looked at"
    case asksNoClient = "the client is not looked at"
    case endsLate = "a code lives five seconds longer"
    case stepBackRevives = "a moment before the transaction began counts as its first"
    case replayRevokesNothing = "a replayed code is refused like any other"
    case twinRevokes = "a racing twin counts as a replay"
    case revokedRotates = "a revoked grant rotates"
    case repeatGoesOn = "a repeated refresh token gives the successor's successor"
    case graceWithoutLimit = "the token before the current one is answered for ever"
    case setBackEndsFamilies = "a repeat by a clock that was set back counts as a reuse"
    case setBackRepeats = "a clock that was set back is within every grace"
}
