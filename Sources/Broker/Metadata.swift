import Codec
import FoundationEssentials
import OAuth

/// Authorization server metadata (RFC 8414 §2, OpenID Discovery §3): only what this build really does.
struct Metadata: Encodable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let userinfoEndpoint: String
    let jwksURI: String
    let scopesSupported: [String]
    let responseTypesSupported = ["code"]
    let responseModesSupported = ["query"]
    let grantTypesSupported = ["authorization_code", "refresh_token"]
    let subjectTypesSupported = ["public"]
    let idTokenSigningAlgValuesSupported: [String]
    let tokenEndpointAuthMethodsSupported = ["none"]
    let codeChallengeMethodsSupported = ["S256"]
    let claimsSupported = [
        "acr", "aud", "auth_time", "email", "email_verified", "exp", "family_name", "given_name", "iat",
        "iss",
        "locale", "name", "nonce", "picture", "sub",
    ]
    let promptValuesSupported = ["none", "login", "consent", "select_account"]
    let authorizationResponseIssParameterSupported = true
    let requestParameterSupported = false
    let requestURIParameterSupported = false
    let claimsParameterSupported = false

    init(_ configuration: BrokerConfiguration, algorithms: [String]) {
        let base = configuration.issuer.text
        issuer = base
        authorizationEndpoint = base + Route.authorize.pattern
        tokenEndpoint = base + Route.token.pattern
        userinfoEndpoint = base + Route.userinfo.pattern
        jwksURI = base + Documents.keysPath
        scopesSupported = Set(configuration.clients.flatMap(\.scope.tokens)).union(["openid"]).sorted()
        idTokenSigningAlgValuesSupported = algorithms
    }

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case userinfoEndpoint = "userinfo_endpoint"
        case jwksURI = "jwks_uri"
        case scopesSupported = "scopes_supported"
        case responseTypesSupported = "response_types_supported"
        case responseModesSupported = "response_modes_supported"
        case grantTypesSupported = "grant_types_supported"
        case subjectTypesSupported = "subject_types_supported"
        case idTokenSigningAlgValuesSupported = "id_token_signing_alg_values_supported"
        case tokenEndpointAuthMethodsSupported = "token_endpoint_auth_methods_supported"
        case codeChallengeMethodsSupported = "code_challenge_methods_supported"
        case claimsSupported = "claims_supported"
        case promptValuesSupported = "prompt_values_supported"
        case authorizationResponseIssParameterSupported = "authorization_response_iss_parameter_supported"
        case requestParameterSupported = "request_parameter_supported"
        case requestURIParameterSupported = "request_uri_parameter_supported"
        case claimsParameterSupported = "claims_parameter_supported"
    }
}
