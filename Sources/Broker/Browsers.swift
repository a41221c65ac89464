import HTTP
import OAuth

/// What a browser's own fields mean for endpoints that only apps may ask, and the CORS answers (Fetch §3.2) for the
/// origins that hybrid apps list.
struct Browsers: Sendable {
    let broker: Broker

    init(_ broker: Broker) { self.broker = broker }

    /// Whether the request comes from a browser that no client has allowed.
    func isForbidden(_ request: Request) -> Bool {
        if request.fields.contains(.origin) { return allowedOrigin(request) == nil }
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
        route == .resume || route == .token ? allowedOrigin(request) : nil
    }

    /// The request's one origin, when some client lists it.
    private func allowedOrigin(_ request: Request) -> String? {
        let origins = request.fields.all(.origin)
        guard origins.count == 1, let origin = origins.first,
            broker.configuration.clients.contains(where: { $0.allowedOrigins.contains(origin) })
        else { return nil }
        return origin
    }
}
