import Codec

/// The rules for an authorization request in the order in which they are applied: whose it is and where the answer
/// may go first, and only then whatever the app may hear about.
extension AuthorizationRequest {
    /// The request that `form` makes.
    ///
    /// Parameters that are not known are ignored, known ones without a value are absent (RFC 6749 section 3.1).
    package static func validate(
        _ form: Form, clients: (ClientID) -> Client?, apis: [ProtectedAPI]
    ) throws(AuthorizationRequestFault) -> AuthorizationRequest {
        let client: Client
        let redirectURI: RedirectURI.Registered
        do {
            client = try checkClient(form, clients)
            redirectURI = try checkRedirectURI(form, client)
        } catch { throw .page(error) }
        // From here on the app hears what is wrong.
        let state = StateParameter(form)
        do {
            return try checked(form, client, redirectURI, try state.value(), apis)
        } catch { throw .redirect(error, to: redirectURI, state: state.returned) }
    }

    private static func checked(
        _ form: Form, _ client: Client, _ redirectURI: RedirectURI.Registered, _ state: String?,
        _ apis: [ProtectedAPI]
    ) throws(AuthorizationError) -> AuthorizationRequest {
        let parameters = try AuthorizationParameters(form)
        try checkRequestObject(parameters)
        try checkResponseType(parameters)
        try checkResponseMode(parameters)
        return AuthorizationRequest(
            client: client, redirectURI: redirectURI, state: state,
            challenge: try checkChallenge(parameters), nonce: try checkNonce(parameters),
            scope: try checkScope(parameters, client), prompt: try checkPrompt(parameters),
            maxAge: try checkMaxAge(parameters),
            loginHint: try parameters.bounded(.loginHint, 512),
            uiLocales: try parameters.bounded(.uiLocales, 256),
            acrValues: try parameters.bounded(.acrValues, 512),
            resource: try checkResource(parameters, apis), provider: try checkProvider(parameters),
            idTokenHint: try parameters.bounded(.idTokenHint, 4_096))
    }
}
