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

    package init(broker: Broker, documents: Documents) {
        self.broker = broker
        self.documents = documents
        sites = Sites(broker.configuration)
        table = RoutingTable(broker.configuration)
    }

    package func respond(to request: Request) -> Reply {
        guard let site = sites.site(of: request) else {
            // As HTTP/1.0 may; who is meant cannot be known.
            if request.host.isEmpty { return .now(Answers.hostless) }
            return notice(.misdirected, request)
        }
        if let document = documents.find(request, on: site) {
            guard request.method == .get || request.method == .head else {
                return notice(.methodNotAllowed(allow: "GET, HEAD"), request)
            }
            return .prepared(document)
        }
        guard let route = table.route(of: request.target.path), route.isServed(on: site) else {
            // Asked of the server as a whole (RFC 9110 section 9.3.7): it is there, and says no more.
            if request.target.path == "*" { return .now(.empty(.noContent)) }
            return notice(.notFound, request)
        }
        if request.isSpeculative { return .now(Answers.speculative) }
        if request.method == .options, let preflight = Browsers(broker).preflight(request, route) {
            return .now(preflight)
        }
        guard route.methods.contains(request.method) else {
            return notice(.methodNotAllowed(allow: route.allow), request, route)
        }
        if let seconds = broker.limiter.wait(for: route.purpose, request.client, now: request.receivedAt) {
            broker.journal.record(.rateLimited(route: route.pattern, address: request.client.text))
            return notice(.tooManyRequests(retryAfter: seconds), request, route)
        }
        let responder = self
        return .later { await responder.answer(request, route) }
    }

    private func notice(_ notice: Notice, _ request: Request, _ route: Route? = nil) -> Reply {
        let trace = Trace(requestID: requestIDs.next(), phase: route?.phase ?? .authorize)
        let answers = Answers(broker: broker, trace: trace)
        return .now(secured(answers.notice(notice, request, isForApps: route?.isForApps ?? false)))
    }

    /// Browsers that came over TLS shall come no other way from now on (RFC 6797 §7.1).
    private func secured(_ response: Response) -> Response {
        guard broker.configuration.isSecure else { return response }
        var response = response
        response.fields.append(.strictTransportSecurity, "max-age=31536000")
        return response
    }

    private func answer(_ request: Request, _ route: Route) async -> Response {
        let trace = Trace(requestID: requestIDs.next(), phase: route.phase)
        var response: Response
        do throws(Refusal) {
            response = try await dispatch(request, route, trace)
        } catch {
            response = Answers(broker: broker, trace: trace).answer(error, route, request)
        }
        Browsers(broker).allow(&response, request, route)
        trace.record(in: broker.journal)
        return secured(response)
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
