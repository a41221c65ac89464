import Codec
import FoundationEssentials

/// What we use of a provider's metadata (OIDC Discovery section 3), checked.
package struct ProviderMetadata: Sendable {
    package let authorizationEndpoint: StrictURL
    package let tokenEndpoint: StrictURL
    package let keysURL: StrictURL
    package let userInfoEndpoint: StrictURL?
    let authentication: [String]?
    /// RFC 9207 section 3: the provider promises `iss` in every authorization response.
    let promisesIssuer: Bool

    /// Reads the document and holds it against the configured issuer.
    package init(reading json: [UInt8], of configuration: ProviderConfiguration) throws(UpstreamFailure) {
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(json))
        } catch {
            throw .badAnswer("the metadata at \(configuration.discoveryURL) is not a JSON object")
        }
        try Self.check(document.issuer.value, against: configuration.issuer.text)
        let allowsHTTP = configuration.issuer.isLoopback
        authorizationEndpoint = try Self.required(
            document.authorizationEndpoint.value, "authorization_endpoint", allowsHTTP)
        tokenEndpoint = try Self.required(document.tokenEndpoint.value, "token_endpoint", allowsHTTP)
        keysURL = try Self.required(document.keysURL.value, "jwks_uri", allowsHTTP)
        userInfoEndpoint = document.userInfoEndpoint.value.flatMap { Self.endpoint($0, allowsHTTP) }
        authentication = document.authentication.value
        promisesIssuer = document.promisesIssuer.value ?? false
    }

    /// Byte for byte (OIDC Discovery section 4.3). Where only the last slash differs, the operator gets the text to
    /// configure; it fails all the same (H18).
    private static func check(_ issuer: String?, against configured: String) throws(UpstreamFailure) {
        guard let issuer else { throw .badAnswer("the metadata names no issuer") }
        if issuer.utf8.elementsEqual(configured.utf8) { return }
        if TrailingSlash.isAllThatDiffers(issuer, configured) {
            throw .misconfigured("the issuer differs by its last slash: configure it as \"\(issuer)\"")
        }
        throw .misconfigured("the metadata belongs to another issuer than the configured \"\(configured)\"")
    }

    private static func required(
        _ text: String?, _ name: String, _ allowsHTTP: Bool
    ) throws(UpstreamFailure) -> StrictURL {
        guard let text else { throw .badAnswer("the metadata has no \(name)") }
        guard let url = endpoint(text, allowsHTTP) else {
            throw .misconfigured("the metadata's \(name) is not an https address")
        }
        return url
    }

    private static func endpoint(_ text: String, _ allowsHTTP: Bool) -> StrictURL? {
        guard let url = StrictURL(text), url.scheme == "https" || (allowsHTTP && url.scheme == "http") else {
            return nil
        }
        return url
    }

    private struct Document: Decodable {
        let issuer: Lossy<String>
        let authorizationEndpoint: Lossy<String>
        let tokenEndpoint: Lossy<String>
        let keysURL: Lossy<String>
        let userInfoEndpoint: Lossy<String>
        let authentication: Lossy<[String]>
        let promisesIssuer: LenientBool

        enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case keysURL = "jwks_uri"
            case userInfoEndpoint = "userinfo_endpoint"
            case authentication = "token_endpoint_auth_methods_supported"
            case promisesIssuer = "authorization_response_iss_parameter_supported"
        }
    }
}
