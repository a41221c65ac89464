import OAuth

/// How a sign-in that the provider did not grant ends for the app: our own closed list, our own words (H14).
/// Nothing that the provider wrote is passed on.
package enum CallbackRefusal: String, Sendable, Equatable, CaseIterable {
    case accessDenied = "access_denied"
    case consentRequired = "consent_required"
    case loginRequired = "login_required"
    case interactionRequired = "interaction_required"
    case accountSelectionRequired = "account_selection_required"
    case temporarilyUnavailable = "temporarily_unavailable"
    case serverError = "server_error"

    /// The `error` of a provider's authorization response; what is not known is a fault, never a cancel.
    package init(error: String) {
        switch error {
        case "access_denied", "user_denied", "user_cancelled", "user_cancelled_authorize",
            "user_cancelled_login":
            self = .accessDenied
        default:
            self = CallbackRefusal(rawValue: error) ?? .serverError
        }
    }

    /// What goes to the app's redirect URI.
    package var error: AuthorizationError { AuthorizationError(code, description) }

    private var code: AuthorizationErrorCode {
        switch self {
        case .accessDenied: .accessDenied
        case .consentRequired: .consentRequired
        case .loginRequired: .loginRequired
        case .interactionRequired: .interactionRequired
        case .accountSelectionRequired: .accountSelectionRequired
        case .temporarilyUnavailable: .temporarilyUnavailable
        case .serverError: .serverError
        }
    }

    private var description: String {
        switch self {
        case .accessDenied: "the sign-in was cancelled"
        case .consentRequired: "the provider needs the consent of the person"
        case .loginRequired: "the provider needs the person to sign in"
        case .interactionRequired: "the provider needs to ask the person"
        case .accountSelectionRequired: "the provider needs the person to choose an account"
        case .temporarilyUnavailable: "the provider cannot be reached"
        case .serverError: "the provider could not complete the sign-in"
        }
    }
}
