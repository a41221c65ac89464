import OAuth
import Pages
import Store

/// Why an endpoint does not do what it was asked: one case a way out. `Answers` turns each into its response.
enum Refusal: Error {
    /// A page of our own and never a redirect: client or redirect URI are not known good, or the browser is another.
    case page(ErrorPage.Reason, error: String, detail: String)
    case notFound
    /// An error that travels to the redirect URI (RFC 6749 §4.1.2.1).
    case redirect(AuthorizationError, to: RedirectURI.Registered, state: String?)
    /// An error for an app (RFC 6749 §5.2).
    case token(TokenError)
    /// RFC 6750 §3.1.
    case bearer(BearerError)
    /// A browser asks where only an app may.
    case browserForbidden
    /// The client's own budget is used up; seconds to wait.
    case tooMany(retryAfter: Int)
    /// A fault of ours: the caller may come again, nothing was lost.
    case unavailable(LedgerFailure)
    /// The provider cannot be asked what must be known first. The journal has it already.
    case providerUnavailable
    /// Signing failed, a setting went while a sign-in was under way, or the clock was set back.
    case internalFault(StaticString)
}

/// RFC 6750 §3.1; the raw value is the error code.
enum BearerError: String, Sendable {
    case missing = ""
    case invalidRequest = "invalid_request"
    case invalidToken = "invalid_token"
    case insufficientScope = "insufficient_scope"
}

extension Refusal {
    /// A link or an answer of a provider that is not as we made it.
    static func badLink(_ detail: String) -> Refusal {
        .page(.badLink, error: "invalid_request", detail: detail)
    }

    /// The reasons of the core before client and redirect URI are known good.
    static func page(_ reason: PageReason) -> Refusal {
        switch reason {
        case .missingClientID: .page(.badRequest, error: "invalid_request", detail: "client_id is missing")
        case .repeatedClientID:
            .page(.badRequest, error: "invalid_request", detail: "client_id stands more than once")
        case .unknownClient:
            .page(.unknownApp, error: "unauthorized_client", detail: "client_id is not registered here")
        case .missingRedirectURI:
            .page(.badRequest, error: "invalid_request", detail: "redirect_uri is missing")
        case .repeatedRedirectURI:
            .page(.badRequest, error: "invalid_request", detail: "redirect_uri stands more than once")
        case .unregisteredRedirectURI:
            .page(
                .badReturn, error: "invalid_request",
                detail: "redirect_uri is not, byte for byte, one of this client's registered ones")
        }
    }
}
