import Codec

extension AuthorizationRequest {
    /// The query that makes this request again, with `provider` chosen: what a link on our own page needs.
    package func query(choosing provider: ProviderID) -> String {
        let optional: [(String, String?)] = [
            ("state", state), ("nonce", nonce), ("prompt", prompt.text),
            ("max_age", maxAge.map { String($0) }),
            ("login_hint", loginHint), ("ui_locales", uiLocales), ("acr_values", acrValues),
            ("resource", resource), ("id_token_hint", idTokenHint),
        ]
        return Form.encode(
            [
                ("response_type", "code"), ("client_id", client.clientID.text),
                ("redirect_uri", redirectURI.text), ("scope", scope.text),
                ("code_challenge", challenge.text), ("code_challenge_method", "S256"),
            ] + optional.compactMap { name, value in value.map { (name, $0) } }
                + [("provider", provider.text)])
    }
}
