import Codec
import Crypto
import FoundationEssentials
import HTTP
import JOSE
import Pages
import Synchronization

/// A small but real OpenID provider (OIDC Core §3.1, RFC 7636, RFC 9207) with a sign-in form of its own. It knows one
/// client, the broker of the demo, and takes everybody's word for who they are.
package final class DemoProvider: Responder {
    /// The one client it knows.
    package struct Client: Sendable {
        let id: String
        let secret: String
        let redirectURI: String

        package init(id: String, secret: String, redirectURI: String) {
            (self.id, self.secret, self.redirectURI) = (id, secret, redirectURI)
        }
    }

    let issuer: String
    let client: Client
    let pages = Pages()
    let random = SystemRandom()
    let signer: TokenSigner
    let seal: SealingKey
    let codes = Mutex<[String: IssuedCode]>([:])
    let now: @Sendable () -> Int64
    private let metadata: PreparedResponse
    private let keys: PreparedResponse

    /// - Parameter now: seconds since 1970.
    package init(issuer: String, client: Client, now: @escaping @Sendable () -> Int64) throws(KeyFault) {
        let key = try PrivateKey.generate(.es256)
        self.issuer = issuer
        self.client = client
        self.now = now
        signer = TokenSigner(key: key)
        seal = MasterKey.random().sealingKey("demo-request")
        keys = PreparedResponse(.json(PublishedKey.document([PublishedKey(key)])))
        metadata = PreparedResponse(.json(ProviderDocument(issuer: issuer).encoded))
    }

    package func respond(to request: Request) -> Reply {
        switch (request.method, request.target.path) {
        case (.get, "/.well-known/openid-configuration"): .prepared(metadata)
        case (.get, "/jwks.json"): .prepared(keys)
        case (.get, "/authorize"): .now(showForm(request))
        case (.post, "/authorize"): .now(takeForm(request))
        case (.post, "/token"): .now(token(request))
        default: .now(pages.notice(.notFound, for: Visitor(request)))
        }
    }
}

/// Who signed in with what request: what a code stands for.
struct IssuedCode: Sendable {
    let account: String
    let nonce: String?
    let challenge: String
    /// Seconds since 1970.
    let authTime: Int64
    let expiresAt: Int64
}

/// The provider's metadata (OIDC Discovery §3).
private struct ProviderDocument: Encodable {
    let issuer: String
    var encoded: [UInt8] { (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? [] }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case issuer
        case authorization = "authorization_endpoint"
        case token = "token_endpoint"
        case keys = "jwks_uri"
        case responseTypes = "response_types_supported"
        case subjectTypes = "subject_types_supported"
        case algorithms = "id_token_signing_alg_values_supported"
        case methods = "code_challenge_methods_supported"
        case authentication = "token_endpoint_auth_methods_supported"
        case promisesIssuer = "authorization_response_iss_parameter_supported"
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(issuer, forKey: .issuer)
        try members.encode(issuer + "/authorize", forKey: .authorization)
        try members.encode(issuer + "/token", forKey: .token)
        try members.encode(issuer + "/jwks.json", forKey: .keys)
        try members.encode(["code"], forKey: .responseTypes)
        try members.encode(["public"], forKey: .subjectTypes)
        try members.encode(["ES256"], forKey: .algorithms)
        try members.encode(["S256"], forKey: .methods)
        try members.encode(["client_secret_basic"], forKey: .authentication)
        try members.encode(true, forKey: .promisesIssuer)
    }
}
