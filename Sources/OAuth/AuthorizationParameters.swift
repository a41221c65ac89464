import Codec

/// The parameters of an authorization request that mean something here, each once.
struct AuthorizationParameters {
    enum Name: String, CaseIterable {
        case responseType = "response_type"
        case clientID = "client_id"
        case redirectURI = "redirect_uri"
        case scope, state, nonce, prompt, display, claims, resource, provider, request, registration
        case maxAge = "max_age"
        case loginHint = "login_hint"
        case uiLocales = "ui_locales"
        case claimsLocales = "claims_locales"
        case acrValues = "acr_values"
        case idTokenHint = "id_token_hint"
        case responseMode = "response_mode"
        case codeChallenge = "code_challenge"
        case codeChallengeMethod = "code_challenge_method"
        case requestURI = "request_uri"
        case dpopKeyThumbprint = "dpop_jkt"
    }

    /// A handful of pairs: looking through them is quicker than hashing.
    private var values: [(name: Name, value: String)] = []

    /// - Throws: `invalid_request` for a known parameter that stands twice, equal or not (RFC 6749 section 3.1).
    init(_ form: Form) throws(AuthorizationError) {
        values.reserveCapacity(form.pairs.count)
        for pair in form.pairs {
            guard let name = Name(rawValue: pair.name) else { continue }
            guard !values.contains(where: { $0.name == name }) else {
                throw AuthorizationError(.invalidRequest, "\(name.rawValue) is there more than once")
            }
            values.append((name, pair.value))
        }
    }

    /// The value; nil when the parameter is absent or empty.
    subscript(name: Name) -> String? {
        guard let found = values.first(where: { $0.name == name }), !found.value.isEmpty else { return nil }
        return found.value
    }

    /// The value, no longer than `limit` bytes.
    func bounded(_ name: Name, _ limit: Int) throws(AuthorizationError) -> String? {
        guard let value = self[name] else { return nil }
        guard value.utf8.count <= limit else {
            throw AuthorizationError(.invalidRequest, "\(name.rawValue) is longer than \(limit) bytes")
        }
        return value
    }
}
