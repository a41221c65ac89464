/// Why a provider did not give us a person. The reasons are for operators: they carry no secret, and nothing
/// that a provider wrote but names out of closed lists.
package enum UpstreamFailure: Error, Sendable, Equatable {
    /// No answer at all, or one that says to come back later.
    case unreachable(String)
    /// What is configured and what the provider says of itself do not fit: an operator has to act.
    case misconfigured(String)
    /// The token endpoint said no.
    case refused(TokenRefusal)
    /// An answer that cannot be read, or lacks what it must have.
    case badAnswer(String)
    /// An ID token that does not pass OIDC Core section 3.1.3.7.
    case invalidToken(String)
    /// The provider publishes no key that fits the ID token (H20): its fault, not the token's.
    case noUsableKey(String)

    /// The line for the operator.
    package var reason: String {
        switch self {
        case .unreachable(let reason), .misconfigured(let reason), .badAnswer(let reason),
            .invalidToken(let reason), .noUsableKey(let reason):
            reason
        case .refused(let refusal): "token endpoint refused: " + refusal.rawValue
        }
    }

    /// What the app may hear of it.
    package var outcome: CallbackRefusal {
        switch self {
        case .unreachable: .temporarilyUnavailable
        case .refused(.accessDenied): .accessDenied
        case .refused(.temporarilyUnavailable): .temporarilyUnavailable
        case .misconfigured, .refused, .badAnswer, .invalidToken, .noUsableKey: .serverError
        }
    }
}

/// What a token endpoint may say no with (RFC 6749 section 5.2), and what of it is worth telling apart (H12).
package enum TokenRefusal: String, Sendable, Equatable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case invalidScope = "invalid_scope"
    case accessDenied = "access_denied"
    case temporarilyUnavailable = "temporarily_unavailable"
    case badVerificationCode = "bad_verification_code"
    case incorrectClientCredentials = "incorrect_client_credentials"
    case redirectURIMismatch = "redirect_uri_mismatch"
    case other = "an error of its own"

    init(error: String) {
        self = TokenRefusal(rawValue: error) ?? .other
    }
}
