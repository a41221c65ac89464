import HTTP
import Journal
import Pages

/// The public listener: host, then path, then method, then the endpoint. Answers in one place.
package final class PublicResponder: Responder {
    private let broker: Broker
    private let sites: Sites
    private let table: RoutingTable
    private let documents: Documents
    private let requestIDs = RequestIDs()
    private let metrics: Metrics
    /// Whether documents leave lines: known beforehand, because they are the hot path.
    private let tellsDocuments: Bool

    package init(broker: Broker, documents: Documents) {
        self.broker = broker
        self.documents = documents
        metrics = broker.journal.metrics
        tellsDocuments = broker.journal.tells(.debug)
        sites = Sites(broker.configuration)
        table = RoutingTable(broker.configuration)
    }

    package func respond(to request: Request) -> Reply {
        guard let site = sites.site(of: request) else {
            // As HTTP/1.0 may; who is meant cannot be known.
            if request.host.isEmpty { return now(Answers.hostless, request, .none) }
            return notice(.misdirected, request)
        }
        if let document = documents.find(request, on: site) {
            guard request.method == .get || request.method == .head else {
                return notice(.methodNotAllowed(allow: "GET, HEAD"), request, document.label)
            }
            tell(document, request)
            return .prepared(document.response)
        }
        guard let route = table.route(of: request.target.path), route.isServed(on: site) else {
            // Asked of the server as a whole (RFC 9110 section 9.3.7): it is there, and says no more.
            if request.target.path == "*" { return now(.empty(.noContent), request, .none) }
            return notice(.notFound, request)
        }
        if request.isSpeculative { return now(Answers.speculative, request, route.label) }
        if request.method == .options, let preflight = Browsers(broker).preflight(request, route) {
            return now(preflight, request, route.label)
        }
        guard route.methods.contains(request.method) else {
            return notice(
                .methodNotAllowed(allow: route.allow), request, route.label, isForApps: route.isForApps)
        }
        if let seconds = broker.limiter.wait(for: route.purpose, request.client, now: request.receivedAt) {
            return tooMany(seconds, request, route)
        }
        let responder = self
        return .later { await responder.answer(request, route) }
    }

    private func notice(
        _ notice: Notice, _ request: Request, _ label: RouteLabel = .none, isForApps: Bool = false
    ) -> Reply {
        let trace = Trace(requestID: requestIDs.next(), route: label)
        let response = Answers(broker: broker, trace: trace).notice(notice, request, isForApps: isForApps)
        return .now(finished(response, request, trace))
    }

    private func tooMany(_ seconds: Int, _ request: Request, _ route: Route) -> Reply {
        let trace = Trace(requestID: requestIDs.next(), route: route.label, phase: route.phase)
        let answers = Answers(broker: broker, trace: trace)
        return .now(finished(answers.answer(.tooMany(retryAfter: seconds), route, request), request, trace))
    }

    private func now(_ response: Response, _ request: Request, _ label: RouteLabel) -> Reply {
        .now(finished(response, request, Trace(requestID: requestIDs.next(), route: label)))
    }

    /// The hot path: two clocks' difference and a few additions; a line only where somebody debugs.
    private func tell(_ document: Documents.Document, _ request: Request) {
        let status = document.response.status(for: request).code
        let now = broker.monotonic()
        let nanoseconds = now > request.receivedAt ? now - request.receivedAt : 0
        metrics.answered(document.label, status: status, nanoseconds: nanoseconds)
        guard tellsDocuments else { return }
        var record = RequestRecord(
            requestID: requestIDs.next(), method: request.method.name, route: document.label, status: status,
            nanoseconds: nanoseconds, address: request.client.text)
        record.isDocument = true
        broker.journal.record(.requestAnswered(record))
    }

    /// The last hand an answer passes.
    private func finished(_ response: Response, _ request: Request, _ trace: Trace) -> Response {
        trace.record(response.status, of: request, in: broker)
        return broker.configuration.secured(response)
    }

    private func answer(_ request: Request, _ route: Route) async -> Response {
        let trace = Trace(requestID: requestIDs.next(), route: route.label, phase: route.phase)
        var response: Response
        do throws(Refusal) {
            response = try await dispatch(request, route, trace)
        } catch {
            response = Answers(broker: broker, trace: trace).answer(error, route, request)
        }
        Browsers(broker).allow(&response, request, route)
        return finished(response, request, trace)
    }

    private func dispatch(_ request: Request, _ route: Route, _ trace: Trace) async throws(Refusal)
        -> Response
    {
        switch route {
        case .authorize: try await AuthorizeEndpoint(broker: broker, trace: trace).answer(request)
        case .providerCallback(let id):
            try await ProviderCallbackEndpoint(broker: broker, trace: trace).answer(request, provider: id)
        case .callbackPage: try await HomePages(broker: broker, trace: trace).callback(request)
        case .complete: try await HomePages(broker: broker, trace: trace).complete(request)
        case .openApp: try await HomePages(broker: broker, trace: trace).openApp(request)
        case .resume: try await ResumeEndpoint(broker: broker, trace: trace).answer(request)
        case .token: try await TokenEndpoint(broker: broker, trace: trace).answer(request)
        case .userinfo: try await UserinfoEndpoint(broker: broker, trace: trace).answer(request)
        }
    }
}
