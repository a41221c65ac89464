import Testing

/// The checker bites: each way to get it wrong breaks a promise, and the story tells how.
struct MutantTests {
    /// A mutant, where it lives, and what it breaks first.
    struct Case: Sendable, CustomTestStringConvertible {
        let mutant: Mutant
        let chapter: Chapter
        let store: Chapter.Store
        let broken: Promise

        init(
            _ mutant: Mutant, in chapter: Chapter, _ store: Chapter.Store = .oneWriter,
            breaks broken: Promise
        ) {
            (self.mutant, self.chapter, self.store, self.broken) = (mutant, chapter, store, broken)
        }

        var testDescription: String { mutant.rawValue }
    }

    static let cases = [
        Case(.noVersion, in: .claims.only(.claim), .compareAndSet, breaks: .askedOnce),
        Case(.noVersion, in: .homecoming.only(.handle1), .compareAndSet, breaks: .handleOnce),
        Case(.noVersion, in: .homecoming.only(.handle1, .handle2), .compareAndSet, breaks: .handleOnce),
        Case(.noVersion, in: .homecoming.only(.code), .compareAndSet, breaks: .codeOnce),
        Case(.noVersion, in: .guesses.only(.wrongHandle), .compareAndSet, breaks: .fifthWrong),
        Case(.noVersion, in: .grants.only(.refresh1), .compareAndSet, breaks: .reuseEnds),
        Case(.lostWriteCounts, in: .homecoming.only(.handle1), .compareAndSet, breaks: .handleOnce),
        Case(.lostWriteCounts, in: .homecoming.only(.code), .compareAndSet, breaks: .codeOnce),
        Case(.answersBeforeCommit, in: .homecoming.only(.handle1), breaks: .survives),
        Case(.retriesUnknownCommit, in: .homecoming.only(.handle1), breaks: .noFalseUsed),
        Case(.volatileSettlement, in: .claims.only(.claim), breaks: .survives),
        Case(.volatileLapse, in: .claims.only(.claim), breaks: .sameOutcome),
        Case(.sweepsUnstamped, in: .sweeping.only(.claim, setBack: .byAny), breaks: .askedOnce),
        Case(.twoWrites, in: .grants.only(.code), breaks: .replayRevokes),
        Case(.claimsAgain, in: .claims.only(.claim), breaks: .askedOnce),
        Case(.leaseWithoutEnd, in: .claims.only(.claim), breaks: .wayHome),
        Case(.settlesAnything, in: .claims.only(.claim), breaks: .oneCode),
        Case(.wokenNodeSettles, in: .claims.only(.claim), breaks: .failedStaysFailed),
        Case(.earlierHandlesLive, in: .homecoming.only(.handle1, .handle2), breaks: .laterEndsEarlier),
        Case(.handlesOutliveCode, in: .homecoming.only(.handle1, .code), breaks: .codeEndsHandles),
        Case(.endlessHandles, in: .homecoming.only(.code), breaks: .kinds),
        Case(.forgivesWrongVerifiers, in: .guesses.only(.wrongHandle), breaks: .fifthWrong),
        Case(.asksNoVerifier, in: .guesses.only(.wrongCode), breaks: .wrongGivesNothing),
        Case(.asksNoClient, in: .homecoming.only(.code), breaks: .strangersChangeNothing),
        Case(.endsLate, in: .homecoming.only(.code), breaks: .lifetimes),
        Case(.stepBackRevives, in: .homecoming.only(.code, setBack: .byLeewayOrAnHour), breaks: .noRevival),
        Case(.replayRevokesNothing, in: .online.only(.code), breaks: .replayRevokes),
        Case(.twinRevokes, in: .online.only(.code), breaks: .twinRevokesNothing),
        Case(.revokedRotates, in: .grants.only(.code, .refresh1), breaks: .revokedStaysDead),
        Case(.repeatGoesOn, in: .grants.only(.refresh1), breaks: .sameSuccessor),
        Case(.graceWithoutLimit, in: .grants.only(.refresh1), breaks: .reuseEnds),
        Case(.setBackEndsFamilies, in: .honest.only(.refresh1, setBack: .byAny), breaks: .nobodySignedOut),
        Case(.setBackRepeats, in: .grants.only(.refresh1, setBack: .byLeewayOrAnHour), breaks: .noRevival),
    ]

    @Test(arguments: cases) func `a mutant is found`(_ wrong: Case) throws {
        let report = try Explorer.explore(wrong.chapter.with(wrong.store, wrong.mutant))
        print((["", wrong.mutant.rawValue + ":"] + report.story).joined(separator: "\n"))
        #expect(report.broken == wrong.broken, "\(wrong.mutant.rawValue)")
    }

    @Test func `every mutant has its case, and every promise one that breaks it`() {
        #expect(Set(Self.cases.map(\.mutant)) == Set(Mutant.allCases))
        #expect(Set(Promise.allCases).subtracting(Self.cases.map(\.broken)) == [])
    }
}
