import HTTP
import OAuth

/// What a browser's own fields mean for endpoints that only apps may ask, and the CORS answers (Fetch §3.2) for the
/// origins that hybrid apps list.
struct Browsers: Sendable {
    let broker: Broker

    init(_ broker: Broker) { self.broker = broker }

    /// Whether the request comes from a browser that no client has allowed.
    func isForbidden(_ request: Request) -> Bool {
        let origins = request.fields.all(.origin)
        guard origins.isEmpty else { return origins.count != 1 || !isAllowed(origins[0]) }
        return request.fields.list.contains { $0.name.text.hasPrefix("sec-fetch-") }
    }

    /// The answer to a preflight from an allowed origin.
    func preflight(_ request: Request, _ route: Route) -> Response? {
        guard let origin = allowedOrigin(request, route) else { return nil }
        var response = Response.empty(.noContent)
        response.fields.append(.accessControlAllowOrigin, origin)
        response.fields.append(.accessControlAllowMethods, "POST")
        response.fields.append(.accessControlAllowHeaders, "content-type, dpop")
        response.fields.append(.accessControlMaxAge, "600")
        response.fields.append(.vary, "Origin")
        return response
    }

    /// Lets an allowed origin read the answer.
    func allow(_ response: inout Response, _ request: Request, _ route: Route) {
        guard let origin = allowedOrigin(request, route) else { return }
        response.fields.append(.accessControlAllowOrigin, origin)
        response.fields.append(.vary, "Origin")
    }

    private func allowedOrigin(_ request: Request, _ route: Route) -> String? {
        guard route == .resume || route == .token, let origin = request.fields[.origin], isAllowed(origin)
        else {
            return nil
        }
        return origin
    }

    private func isAllowed(_ origin: String) -> Bool {
        broker.configuration.clients.contains { $0.allowedOrigins.contains(origin) }
    }
}
