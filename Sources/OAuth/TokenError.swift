/// The error codes of the token endpoint and of /mobile/resume (RFC 6749 section 5.2, RFC 8707, RFC 8628).
package enum TokenErrorCode: String, Sendable, CaseIterable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case invalidScope = "invalid_scope"
    case invalidTarget = "invalid_target"
    case slowDown = "slow_down"
    case temporarilyUnavailable = "temporarily_unavailable"

    /// The status of the answer.
    package var httpStatus: Int {
        switch self {
        case .invalidClient: 401
        case .slowDown: 429
        case .temporarilyUnavailable: 503
        default: 400
        }
    }
}

/// An error that the app hears as JSON.
package struct TokenError: Error, Sendable, Equatable {
    package let code: TokenErrorCode
    /// For the app's developer: plain ASCII without quotes.
    package let description: String

    package init(_ code: TokenErrorCode, _ description: String) {
        self.code = code
        self.description = description
    }
}
