import FoundationEssentials
import HTTP
import Journal
import OAuth
import Pages
import Store

/// The one place where refusals become responses.
struct Answers {
    let broker: Broker
    let trace: Trace

    func answer(_ refusal: Refusal, _ route: Route, _ request: Request) -> Response {
        switch refusal {
        case .page(let reason, let error, let detail):
            trace.ended(.refused, trace.reason ?? error)
            let page = ErrorPage(reason: reason, error: error, detail: detail, requestID: trace.requestID)
            return broker.pages.error(page, for: Visitor(request))
        case .notFound:
            trace.ended(.refused, "not_found")
            return notice(.notFound, request, isForApps: route.isForApps)
        case .redirect(let error, let uri, let state):
            trace.ended(.refused, error.code.rawValue)
            let failure = AuthorizationResponse.failure(error, state: state)
            return .redirect(to: failure.location(at: uri, issuer: broker.configuration.issuer))
        case .token(let error):
            trace.ended(trace.outcome ?? .refused, error.code.rawValue)
            return Self.error(
                error.code.rawValue, error.description, Status(error.code.httpStatus) ?? .badRequest)
        case .bearer(let error):
            trace.ended(.refused, error.rawValue)
            return Self.bearer(error)
        case .browserForbidden:
            trace.ended(.refused, "browser_forbidden")
            return Self.error("invalid_request", "this endpoint answers apps, not browsers", .forbidden)
        case .tooMany(let seconds):
            trace.ended(.refused, "slow_down")
            return notice(.tooManyRequests(retryAfter: seconds), request, isForApps: route.isForApps)
        case .unavailable(let failure):
            broker.tell(failure)
            return unavailable(route, request)
        case .providerUnavailable: return unavailable(route, request)
        case .internalFault(let what):
            broker.journal.record(.internalFault(what))
            return unavailable(route, request)
        }
    }

    /// A fault that passes: the same request may simply be sent again.
    private func unavailable(_ route: Route, _ request: Request) -> Response {
        trace.ended(.unavailable)
        return notice(.unavailable(retryAfter: 5), request, isForApps: route.isForApps)
    }

    /// A page for who accepts HTML, JSON for apps and everybody else.
    func notice(_ notice: Notice, _ request: Request, isForApps: Bool) -> Response {
        if !isForApps, request.acceptsHTML { return broker.pages.notice(notice, for: Visitor(request)) }
        var response = Self.error(notice.code, notice.summary, notice.status)
        if case .methodNotAllowed(let allow) = notice { response.fields.append(.allow, allow) }
        if let seconds = notice.retryAfter { response.fields.append(.retryAfter, String(seconds)) }
        return response
    }

    /// For a request that names no host.
    static let hostless = error("invalid_request", "no host is named", .badRequest)

    static func error(_ code: String, _ description: String, _ status: Status) -> Response {
        var response = Response.json(ErrorBody(error: code, errorDescription: description), status: status)
        if code == TokenErrorCode.invalidClient.rawValue { response.fields.append(.wwwAuthenticate, "Basic") }
        return response
    }

    private static func bearer(_ error: BearerError) -> Response {
        let status: Status =
            switch error {
            case .missing, .invalidToken: .unauthorized
            case .invalidRequest: .badRequest
            case .insufficientScope: .forbidden
            }
        // RFC 6750 §3.1: no error code for who did not even try.
        if error == .missing {
            var response = Response.empty(status)
            response.fields.append(.wwwAuthenticate, "Bearer")
            return response
        }
        var response = Self.error(error.rawValue, "see RFC 6750 section 3.1", status)
        response.fields.append(.wwwAuthenticate, "Bearer error=\"\(error.rawValue)\"")
        return response
    }

    /// Who only looks ahead gets nothing and changes nothing (H24).
    static var speculative: Response { .empty(.serviceUnavailable) }
}

/// RFC 6749 §5.2.
private struct ErrorBody: Encodable {
    let error: String
    let errorDescription: String

    enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
    }
}

extension Notice {
    /// What the page says, for programs.
    fileprivate var code: String {
        switch self {
        case .unavailable, .working: "temporarily_unavailable"
        case .tooManyRequests: "slow_down"
        case .notFound: "not_found"
        case .methodNotAllowed: "method_not_allowed"
        case .misdirected: "misdirected_request"
        }
    }

    fileprivate var summary: String {
        switch self {
        case .unavailable, .working: "nothing was lost: send the same request again"
        case .tooManyRequests: "too many requests: wait as long as Retry-After says"
        case .notFound: "there is nothing at this path"
        case .methodNotAllowed: "this path takes other methods: see Allow"
        case .misdirected: "this server does not answer for that host"
        }
    }
}
