import OAuth
import Testing

@testable import Upstream

@Suite struct FetchLedgerTests {
    private let start = Timestamp(seconds: 1_800_000_000)
    private let failure = UpstreamFailure.unreachable("no")

    private func filled() -> FetchLedger<String> {
        var ledger = FetchLedger<String>()
        _ = ledger.wanted(at: start)
        ledger.finish(.success("one"), startedAt: start)
        return ledger
    }

    private func isFetch(_ step: FetchLedger<String>.Step) -> Bool {
        if case .fetch = step { true } else { false }
    }

    private func used(_ step: FetchLedger<String>.Step) -> String? {
        if case .use(let held) = step { held.value } else { nil }
    }

    @Test func `a value is used for an hour, then asked for by one while others go on`() {
        var ledger = filled()
        #expect(used(ledger.wanted(at: start.adding(seconds: 3599))) == "one")
        #expect(isFetch(ledger.wanted(at: start.adding(seconds: 3600))))
        #expect(used(ledger.wanted(at: start.adding(seconds: 3600))) == "one")
        ledger.finish(.success("two"), startedAt: start.adding(seconds: 3600))
        #expect(used(ledger.wanted(at: start.adding(seconds: 3601))) == "two")
    }

    @Test func `H21 a failed hourly fetch keeps the value and waits thirty seconds`() {
        var ledger = filled()
        let later = start.adding(seconds: 4000)
        _ = ledger.wanted(at: later)
        ledger.finish(.failure(failure), startedAt: later)
        #expect(used(ledger.wanted(at: later.adding(milliseconds: 29_999))) == "one")
        #expect(isFetch(ledger.wanted(at: later.adding(seconds: 30))))
    }

    @Test func `H21 with nothing in hand the pauses grow from none to thirty seconds`() {
        var ledger = FetchLedger<String>()
        var now = start
        for pause in [0, 1, 2, 4, 8, 16, 30, 30] as [Int64] {
            #expect(isFetch(ledger.wanted(at: now)))
            ledger.finish(.failure(failure), startedAt: now)
            if pause > 0 {
                guard case .fail(failure) = ledger.wanted(at: now.adding(milliseconds: pause * 1000 - 1))
                else {
                    Issue.record("asked again before \(pause) s")
                    return
                }
            }
            now = now.adding(milliseconds: pause * 1000)
        }
    }

    @Test func `H21 each reason has a cool-down of its own`() {
        var ledger = filled()
        #expect(isFetch(ledger.wantedNewer(than: 1, because: .unknownKey, at: start)))
        ledger.finish(.failure(failure), startedAt: start)
        #expect(used(ledger.wantedNewer(than: 1, because: .unknownKey, at: start)) == "one")
        #expect(isFetch(ledger.wantedNewer(than: 1, because: .badSignature, at: start)))
        ledger.finish(.success("two"), startedAt: start)
        #expect(used(ledger.wantedNewer(than: 1, because: .unknownKey, at: start)) == "two")
    }

    @Test func `whoever comes while somebody fetches waits for that fetch`() {
        var ledger = FetchLedger<String>()
        guard case .fetch(let round) = ledger.wanted(at: start), case .join(round) = ledger.wanted(at: start)
        else {
            Issue.record("two fetches at once")
            return
        }
        ledger.finish(.failure(failure), startedAt: start)
        #expect(throws: failure) { try ledger.outcome(of: round).get() }
    }

    @Test func `a clock that is set back makes nothing last longer`() {
        var ledger = filled()
        #expect(isFetch(ledger.wanted(at: start.adding(seconds: -86_400))))
        ledger.finish(.failure(failure), startedAt: start)
        #expect(isFetch(ledger.wanted(at: start.adding(seconds: -86_400))))
        ledger.finish(.success("two"), startedAt: start)
        _ = ledger.wantedNewer(than: 0, because: .unknownKey, at: start)
        _ = ledger.wantedNewer(than: 9, because: .unknownKey, at: start)
        ledger.finish(.failure(failure), startedAt: start)
        #expect(
            isFetch(ledger.wantedNewer(than: 9, because: .unknownKey, at: start.adding(seconds: -86_400))))
    }
}
