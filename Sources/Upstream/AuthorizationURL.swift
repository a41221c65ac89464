import Codec
import OAuth

/// The address that a browser is sent to (RFC 6749 section 4.1.1, RFC 7636 section 4.3, OIDC Core section 3.1.2.1).
struct AuthorizationURL {
    let text: String

    /// An endpoint that already has a query keeps it (RFC 6749 section 3.1).
    init(
        endpoint: StrictURL, configuration: ProviderConfiguration, callbackURI: String, leg: UpstreamLeg
    ) {
        var parameters: [(String, String)] = [
            ("response_type", "code"),
            ("client_id", configuration.clientID),
            ("redirect_uri", callbackURI),
            ("scope", configuration.scope.text),
            ("state", leg.state),
            ("nonce", leg.nonce),
            ("code_challenge", leg.challenge),
            ("code_challenge_method", "S256"),
        ]
        if let prompt = leg.prompt { parameters.append(("prompt", prompt)) }
        if let maxAge = leg.maxAge { parameters.append(("max_age", String(maxAge))) }
        if let loginHint = leg.loginHint { parameters.append(("login_hint", loginHint)) }
        if let uiLocales = leg.uiLocales { parameters.append(("ui_locales", uiLocales)) }
        if let acrValues = leg.acrValues { parameters.append(("acr_values", acrValues)) }
        let joint =
            switch endpoint.query {
            case nil: "?"
            case "": ""
            case .some(let query): query.utf8.last == UInt8(ascii: "&") ? "" : "&"
            }
        text = endpoint.text + joint + Form.encode(parameters)
    }
}
