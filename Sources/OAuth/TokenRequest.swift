import Codec

/// A request to the token endpoint (RFC 6749 section 3.2), its parts well-formed and nothing of it checked yet.
package struct TokenRequest: Sendable {
    package let clientID: ClientID
    package let grant: Grant

    package enum Grant: Sendable {
        case authorizationCode(AuthorizationCode)
        case refreshToken(RefreshToken)
    }

    /// RFC 6749 section 4.1.3, RFC 7636 section 4.5.
    package struct AuthorizationCode: Sendable {
        package let code: String
        /// Always required: the code is bound to these bytes.
        package let redirectURI: String
        package let verifier: CodeVerifier
    }

    /// RFC 6749 section 6, RFC 8707 section 2.2.
    package struct RefreshToken: Sendable {
        package let token: String
        package let scope: Scope?
        package let resource: String?
    }

    private static let known = [
        "grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier",
        "refresh_token", "scope", "resource", "client_assertion", "client_assertion_type",
    ]

    /// - Throws: the error that the app hears (RFC 6749 section 5.2).
    package init(_ form: Form) throws(TokenError) {
        let parameters = try TokenParameters(form, known: Self.known)
        let type = try parameters.required("grant_type")
        guard ["authorization_code", "refresh_token"].contains(type) else {
            throw TokenError(.unsupportedGrantType, "grant_type must be authorization_code or refresh_token")
        }
        clientID = try parameters.clientID()
        // A secret that ships in an app authenticates nobody (RFC 8252 section 8.5): better to say so than to let
        // it look as if it did.
        if parameters["client_secret"] != nil || parameters["client_assertion"] != nil {
            throw TokenError(.invalidClient, "this client is public: send client_id and no secret")
        }
        grant =
            try type == "refresh_token"
            ? .refreshToken(.init(parameters)) : .authorizationCode(.init(parameters))
    }
}

extension TokenRequest.AuthorizationCode {
    init(_ parameters: TokenParameters) throws(TokenError) {
        code = try parameters.required("code")
        // What is missing here is no slip in the form but a proof that is not given (RFC 7636 section 4.6).
        guard let redirectURI = parameters["redirect_uri"] else {
            throw TokenError(
                .invalidGrant, "redirect_uri is missing: send the one that the code was asked with")
        }
        self.redirectURI = redirectURI
        verifier = try parameters.verifier()
    }
}

extension TokenRequest.RefreshToken {
    init(_ parameters: TokenParameters) throws(TokenError) {
        token = try parameters.required("refresh_token")
        resource = parameters["resource"]
        guard let text = parameters["scope"] else {
            scope = nil
            return
        }
        guard let scope = Scope(parsing: text) else {
            throw TokenError(.invalidScope, "scope must be tokens with one space between them")
        }
        self.scope = scope
    }
}
