/// A request to sign somebody in that may go ahead (RFC 6749 section 4.1.1, OIDC Core section 3.1.2.1).
package struct AuthorizationRequest: Sendable {
    package let client: Client
    package let redirectURI: RedirectURI.Registered
    /// To be returned unchanged.
    package let state: String?
    package let challenge: CodeChallenge
    package let nonce: String?
    /// Never more than the client is registered for.
    package let scope: Scope
    package let prompt: Prompt
    /// Seconds.
    package let maxAge: Int?
    package let loginHint: String?
    package let uiLocales: String?
    package let acrValues: String?
    /// The API that the access token is for (RFC 8707).
    package let resource: String?
    /// The provider that the app chose.
    package let provider: ProviderID?
    package let idTokenHint: String?
}

/// Why a request does not go ahead, and who hears it.
package enum AuthorizationRequestFault: Error, Sendable {
    /// Client or redirect URI are not known good: the person sees our own page, nothing is redirected to.
    case page(PageReason)
    /// The app hears it.
    case redirect(AuthorizationError, to: RedirectURI.Registered, state: String?)
}

/// What our own page says of a request whose client or redirect URI are not known good.
package enum PageReason: Error, Sendable, Equatable, CaseIterable {
    case missingClientID
    case repeatedClientID
    case unknownClient
    case missingRedirectURI
    case repeatedRedirectURI
    case unregisteredRedirectURI
}
