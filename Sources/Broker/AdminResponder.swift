import HTTP
import Store
import Synchronization

/// The admin listener: whether the process lives and whether it can serve, and nothing else about it.
package final class AdminResponder: Responder {
    private let ledger: any Ledger
    private let isDraining = Atomic<Bool>(false)

    package init(ledger: any Ledger) { self.ledger = ledger }

    /// From now on not ready: a proxy sends nothing new.
    package func drain() { isDraining.store(true, ordering: .relaxed) }

    package func respond(to request: Request) -> Reply {
        let path = request.target.path
        guard path == "/healthz" || path == "/readyz" else {
            return .now(.text("not found\n", status: .notFound))
        }
        guard request.method == .get || request.method == .head else {
            var response = Response.text("method not allowed\n", status: .methodNotAllowed)
            response.fields.append(.allow, "GET, HEAD")
            return .now(response)
        }
        if path == "/healthz" { return .now(.text("alive\n")) }
        let responder = self
        return .later { await responder.readiness() }
    }

    private func readiness() async -> Response {
        if isDraining.load(ordering: .relaxed) { return .text("draining\n", status: .serviceUnavailable) }
        do {
            try await ledger.ping()
            return .text("ready\n")
        } catch { return .text("\(error)\n", status: .serviceUnavailable) }
    }
}
