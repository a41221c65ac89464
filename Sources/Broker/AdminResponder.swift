import HTTP
import Journal
import OAuth
import Store
import Synchronization

/// The admin listener: whether the process lives, whether it can serve, what it has counted, and the reload.
package final class AdminResponder: Responder {
    private let ledger: any Ledger
    private let clock: @Sendable () -> Timestamp
    private let metrics: Metrics
    private let loops: @Sendable () async -> [LoopFigures]
    private let reload: @Sendable () async -> ReloadOutcome
    private let isDraining = Atomic<Bool>(false)

    package init(
        ledger: any Ledger, clock: @escaping @Sendable () -> Timestamp, metrics: Metrics = Metrics(),
        loops: @escaping @Sendable () async -> [LoopFigures] = { [] },
        reload: @escaping @Sendable () async -> ReloadOutcome = { .faulty([]) }
    ) {
        self.ledger = ledger
        self.clock = clock
        self.metrics = metrics
        self.loops = loops
        self.reload = reload
    }

    /// From now on not ready: a proxy sends nothing new.
    package func drain() { isDraining.store(true, ordering: .relaxed) }

    package func respond(to request: Request) -> Reply {
        let responder = self
        switch request.target.path {
        case "/healthz": return answer(request) { .text("alive\n") }
        case "/readyz": return answer(request) { await responder.readiness() }
        case "/metrics": return answer(request) { await responder.document() }
        case "/reload":
            guard request.method == .post else { return .now(Self.wrongMethod("POST")) }
            // A page in an operator's browser must not do what only an operator may.
            guard !request.fields.contains(.origin) else {
                return .now(.text("not for browsers\n", status: .forbidden))
            }
            return .later { await responder.reloading() }
        default: return .now(.text("not found\n", status: .notFound))
        }
    }

    private func answer(_ request: Request, _ body: @escaping @Sendable () async -> Response) -> Reply {
        guard request.method == .get || request.method == .head else {
            return .now(Self.wrongMethod("GET, HEAD"))
        }
        return .later(body)
    }

    private static func wrongMethod(_ allow: String) -> Response {
        var response = Response.text("method not allowed\n", status: .methodNotAllowed)
        response.fields.append(.allow, allow)
        return response
    }

    /// The keys were loaded before there was a listener, so what is asked for here is the rest.
    private func readiness() async -> Response {
        if isDraining.load(ordering: .relaxed) { return .text("draining\n", status: .serviceUnavailable) }
        do {
            try await ledger.ping(now: clock())
            return .text("ready\n")
        } catch { return .text("\(error)\n", status: .serviceUnavailable) }
    }

    private func document() async -> Response {
        var fields = Fields([(.cacheControl, "no-store"), (.xContentTypeOptions, "nosniff")])
        fields.append(.contentType, Metrics.contentType)
        return Response(status: .ok, fields: fields, body: metrics.document(loops: await loops()))
    }

    private func reloading() async -> Response {
        if isDraining.load(ordering: .relaxed) { return .text("draining\n", status: .conflict) }
        switch await reload() {
        case .reloaded(let clients, let providers, let warnings):
            return .text(Self.lines(["reloaded: clients \(clients), providers \(providers)"] + warnings))
        case .faulty(let faults):
            return .text(Self.lines(["not reloaded"] + faults), status: .unprocessableContent)
        }
    }

    private static func lines(_ texts: [String]) -> String { texts.map { $0 + "\n" }.joined() }
}
