import Codec
import FoundationEssentials

/// The exchange of a provider's code (RFC 6749 section 4.1.3).
struct TokenRequest {
    let request: UpstreamRequest

    init(
        code: String, verifier: String, callbackURI: String, configuration: ProviderConfiguration,
        metadata: ProviderMetadata
    ) throws(UpstreamFailure) {
        var fields = [
            (name: "accept", value: "application/json"),
            (name: "content-type", value: "application/x-www-form-urlencoded"),
        ]
        var parameters: [(String, String)] = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", callbackURI),
            ("code_verifier", verifier),
        ]
        let method = try Self.authentication(configuration, offered: metadata.authentication)
        let secret = configuration.clientSecret ?? ""
        switch method {
        case .basic:
            fields.append((name: "authorization", value: Self.basic(configuration.clientID, secret)))
        case .post:
            parameters.append(("client_id", configuration.clientID))
            parameters.append(("client_secret", secret))
        case .none:
            parameters.append(("client_id", configuration.clientID))
        }
        request = UpstreamRequest(
            .post, metadata.tokenEndpoint.text, fields: fields, body: Array(Form.encode(parameters).utf8),
            allowsLoopback: configuration.issuer.isLoopback)
    }

    /// As configured; else by metadata, where silence means `client_secret_basic` (OIDC Discovery section 3).
    static func authentication(
        _ configuration: ProviderConfiguration, offered: [String]?
    ) throws(UpstreamFailure) -> ClientAuthentication {
        guard configuration.clientSecret != nil else { return .none }
        if let configured = configuration.authentication { return configured }
        guard let offered else { return .basic }
        for method in [ClientAuthentication.basic, .post] where offered.contains(method.rawValue) {
            return method
        }
        throw .misconfigured("the provider takes neither client_secret_basic nor client_secret_post")
    }

    /// Both parts are form-encoded before they are joined (RFC 6749 section 2.3.1).
    static func basic(_ clientID: String, _ secret: String) -> String {
        let joined = PercentEncoding.component(clientID) + ":" + PercentEncoding.component(secret)
        return "Basic " + Data(joined.utf8).base64EncodedString()
    }
}
