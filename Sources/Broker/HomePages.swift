import Codec
import HTTP
import Journal
import OAuth
import Pages
import Store

/// The pages of the way home that a browser sees when it did not give the answer back: the authorization response
/// arriving as web content, the recovery page, and the link that opens the app. None of them changes anything.
struct HomePages {
    let broker: Broker
    let trace: Trace

    /// An https redirect URI on our own hosts, loaded as a page: code and state leave the address bar by a 303 to the
    /// recovery page. With `t` in place of an authorization response it is the link that opens the app.
    func callback(_ request: Request) async throws(Refusal) -> Response {
        let form = try Parameters.ofBrowser(request)
        let code = try Parameters.single("code", form)
        let error = try Parameters.single("error", form)
        let handle = try Parameters.single("t", form)
        if code == nil, error == nil, handle != nil { return try await openApp(request) }
        trace.ended(.shown)
        let target = "\(broker.configuration.issuer.text)\(Route.complete.pattern)"
        return .redirect(to: target + "?" + Form.encode([("t", self.handle(code: code, handle))]))
    }

    /// The handle of the transaction behind the response; one with nothing behind it where there is none.
    private func handle(code: String?, _ handle: String?) -> String {
        if let code, let id = broker.identifiers.parseCode(code) {
            return broker.identifiers.handle(for: id, generation: 1)
        }
        if let handle, broker.identifiers.parseHandle(handle) != nil { return handle }
        let nothing = TransactionID(at: broker.clock(), random: broker.random)
        return broker.identifiers.handle(for: nothing, generation: 0)
    }

    /// `/mobile/complete`: says what is known and no more.
    func complete(_ request: Request) async throws(Refusal) -> Response {
        let (text, handle) = try handle(of: request)
        let record = try await record(handle)
        let client = client(of: record)
        trace.ended(.shown)
        let page = RecoveryPage(
            brand: broker.brand(client), state: state(text, handle, record, client))
        return broker.pages.recovery(page, for: Visitor(request))
    }

    private func state(
        _ text: String, _ handle: NumberedID?, _ record: TransactionRecord?, _ client: Client?
    ) -> RecoveryPage.State {
        guard let handle, handle.generation > 0 else {
            return .unfinished(openApp: openAppLink(client, text), secondsLeft: nil)
        }
        guard let record else { return .expired(openApp: openAppLink(client, text)) }
        func link(_ generation: Int) -> Link? {
            let generation = max(generation, handle.generation)
            return openAppLink(client, broker.identifiers.handle(for: record.id, generation: generation))
        }
        switch record.handleStanding(at: broker.clock()) {
        case .waiting(let generation, let seconds):
            guard let link = link(generation) else { return .expired(openApp: nil) }
            return record.isRejected
                ? .unfinished(openApp: link, secondsLeft: seconds)
                : .waiting(openApp: link, secondsLeft: seconds)
        case .pickedUp(let next, let seconds):
            return .pickedUp(fresh: next.flatMap(link), secondsLeft: seconds)
        case .completed: return .pickedUp(fresh: nil, secondsLeft: 0)
        case .expired: return .expired(openApp: link(1))
        }
    }

    /// `/mobile/open-app` as web content: the OS did not open the app. The same whatever became of the handle.
    func openApp(_ request: Request) async throws(Refusal) -> Response {
        let (text, handle) = try handle(of: request)
        let client = client(of: try await record(handle))
        trace.ended(.shown)
        guard let link = openAppLink(client, text) else { throw .badLink("t is not a handle") }
        let scheme = client?.customSchemeFallback.flatMap { Link(app: $0) }?.adding("t", text)
        let page = OpenAppPage(
            brand: broker.brand(client), openApp: link, otherWay: scheme,
            appStore: client?.storeLinks.ios.flatMap { Link(web: $0) },
            playStore: client?.storeLinks.android.flatMap { Link(web: $0) })
        return broker.pages.openApp(page, for: Visitor(request))
    }

    /// The app that a sign-in belongs to; where none is known, the only one there is.
    private func client(of record: TransactionRecord?) -> Client? {
        if let record { return broker.client(record.clientID) }
        let clients = broker.configuration.clients
        return clients.count == 1 ? clients.first : nil
    }

    private func openAppLink(_ client: Client?, _ handle: String) -> Link? {
        let path = client?.openAppPath ?? Route.openApp.pattern
        return Link(web: broker.configuration.linkOrigin + path)?.adding("t", handle)
    }

    private func record(_ handle: NumberedID?) async throws(Refusal) -> TransactionRecord? {
        guard let handle, handle.generation > 0 else { return nil }
        do {
            guard let record = try await broker.ledger.transaction(handle.id) else { return nil }
            trace.began(record.id, client: record.clientID)
            return record
        } catch { throw .unavailable(error) }
    }

    /// `t`, exactly once, and what it says if it is ours.
    private func handle(of request: Request) throws(Refusal) -> (text: String, id: NumberedID?) {
        let form = try Parameters.ofBrowser(request)
        guard let text = try Parameters.single("t", form), (1...128).contains(text.utf8.count) else {
            throw .badLink("t is missing, or is not a handle")
        }
        return (text, broker.identifiers.parseHandle(text))
    }
}
