/// The error codes of an authorization response (RFC 6749 section 4.1.2.1, OIDC Core section 3.1.2.6, RFC 8707).
package enum AuthorizationErrorCode: String, Sendable, CaseIterable {
    case invalidRequest = "invalid_request"
    case unauthorizedClient = "unauthorized_client"
    case accessDenied = "access_denied"
    case unsupportedResponseType = "unsupported_response_type"
    case invalidScope = "invalid_scope"
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
    case interactionRequired = "interaction_required"
    case loginRequired = "login_required"
    case accountSelectionRequired = "account_selection_required"
    case consentRequired = "consent_required"
    case requestNotSupported = "request_not_supported"
    case requestURINotSupported = "request_uri_not_supported"
    case registrationNotSupported = "registration_not_supported"
    case invalidTarget = "invalid_target"
}

/// An error that the app hears at its redirect URI.
package struct AuthorizationError: Error, Sendable, Equatable {
    package let code: AuthorizationErrorCode
    /// For the app's developer. Emitted as `AuthorizationResponse` cleans it.
    package let description: String

    package init(_ code: AuthorizationErrorCode, _ description: String) {
        self.code = code
        self.description = description
    }
}
