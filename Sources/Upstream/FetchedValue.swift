import OAuth
import Synchronization

/// A value that a provider publishes, kept while it is good. Read without a suspension when it is there; one
/// fetch at a time, shared by all who wait for it, made by the first of them, so that no thread is changed.
final class FetchedValue<Value: Sendable>: Sendable {
    private struct Shared {
        var ledger = FetchLedger<Value>()
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let shared = Mutex(Shared())

    /// What is held, however old.
    var held: FetchLedger<Value>.Held? {
        shared.withLock { $0.ledger.held }
    }

    /// The held value if it needs no fetch.
    func fresh(at now: Timestamp) -> FetchLedger<Value>.Held? {
        shared.withLock { $0.ledger.fresh(at: now) }
    }

    /// The value: held, or fetched by this call or another one. A failed fetch leaves the last good value in force.
    func value(
        at now: Timestamp, fetch: () async throws(UpstreamFailure) -> Value
    ) async throws(UpstreamFailure) -> FetchLedger<Value>.Held {
        try await obtain(at: now, fetch: fetch) { $0.wanted(at: now) }
    }

    /// A newer value than the one that did not serve, or nil when there is none to be had now.
    func newer(
        than seen: FetchLedger<Value>.Held, because reason: RefetchReason, at now: Timestamp,
        fetch: () async throws(UpstreamFailure) -> Value
    ) async throws(UpstreamFailure) -> FetchLedger<Value>.Held? {
        let held = try await obtain(at: now, fetch: fetch) {
            $0.wantedNewer(than: seen.version, because: reason, at: now)
        }
        return held.version > seen.version ? held : nil
    }

    private func obtain(
        at now: Timestamp, fetch: () async throws(UpstreamFailure) -> Value,
        ask: (inout FetchLedger<Value>) -> FetchLedger<Value>.Step
    ) async throws(UpstreamFailure) -> FetchLedger<Value>.Held {
        switch shared.withLock({ ask(&$0.ledger) }) {
        case .use(let held): return held
        case .fail(let failure): throw failure
        case .join(let round):
            await ended(round)
            return try shared.withLock { $0.ledger.outcome(of: round) }.get()
        case .fetch(let round):
            let result: Result<Value, UpstreamFailure>
            do throws(UpstreamFailure) {
                result = .success(try await fetch())
            } catch {
                result = .failure(error)
            }
            let (outcome, waiting) = shared.withLock { shared in
                shared.ledger.finish(result, startedAt: now)
                defer { shared.waiting = [] }
                return (shared.ledger.outcome(of: round), shared.waiting)
            }
            for waiter in waiting { waiter.resume() }
            return try outcome.get()
        }
    }

    private func ended(_ round: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = shared.withLock { shared in
                guard shared.ledger.isRunning(round) else { return true }
                shared.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
