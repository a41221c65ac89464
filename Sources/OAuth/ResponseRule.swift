extension AuthorizationRequest {
    /// OIDC Core section 6: no request objects, by value or by reference, and nothing is fetched.
    static func checkRequestObject(_ parameters: AuthorizationParameters) throws(AuthorizationError) {
        if parameters[.request] != nil {
            throw AuthorizationError(
                .requestNotSupported, "request objects are not taken: send plain parameters")
        }
        if parameters[.requestURI] != nil {
            throw AuthorizationError(
                .requestURINotSupported, "request_uri is not taken: send plain parameters")
        }
        if parameters[.registration] != nil {
            throw AuthorizationError(
                .registrationNotSupported, "clients are registered in the configuration, not in the request")
        }
    }

    /// RFC 6749 section 3.1.1, RFC 9700 section 2.1.2: codes and nothing else.
    static func checkResponseType(_ parameters: AuthorizationParameters) throws(AuthorizationError) {
        guard let type = parameters[.responseType] else {
            throw AuthorizationError(.invalidRequest, "response_type is missing: it must be code")
        }
        guard type == "code" else {
            throw AuthorizationError(.unsupportedResponseType, "response_type must be code")
        }
    }

    /// OAuth 2.0 Multiple Response Types section 2.1; RFC 9700 section 4.17 on the others.
    static func checkResponseMode(_ parameters: AuthorizationParameters) throws(AuthorizationError) {
        guard parameters[.responseMode] ?? "query" == "query" else {
            throw AuthorizationError(.invalidRequest, "response_mode must be query")
        }
    }
}
