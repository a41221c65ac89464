import Codec
import Crypto
import FoundationEssentials
import HTTP
import HTTPClient
import JOSE
import OAuth

/// The app's side of a sign-in, as an app would hold it: its transaction, the validation of whatever comes home, and
/// the two backchannel calls (source documents 000, sections 3 and 8).
struct App: Sendable {
    let clientID: String
    let redirectURI: String
    let endpoints: Endpoints
    let allowsLoopback: Bool
    let send: @Sendable (OutboundRequest) async throws(OutboundFailure) -> OutboundResponse

    /// What the app keeps while the browser is open.
    struct Transaction: Sendable {
        let state = Base64URL.encode(SystemRandom().bytes(32))
        let nonce = Base64URL.encode(SystemRandom().bytes(32))
        let verifier = Base64URL.encode(SystemRandom().bytes(32))

        var challenge: String { Base64URL.encode(SHA256.digest(Array(verifier.utf8)).bytes) }
    }

    func authorizationURL(_ transaction: Transaction) -> String {
        endpoints.authorization + "?"
            + Form.encode([
                ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
                ("scope", "openid profile email offline_access"), ("state", transaction.state),
                ("nonce", transaction.nonce), ("code_challenge", transaction.challenge),
                ("code_challenge_method", "S256"),
            ])
    }

    /// The code of an authorization response that holds, or why it does not.
    func code(of uri: String, _ transaction: Transaction) throws(Browser.Failure) -> String {
        guard uri.hasPrefix(redirectURI + "?"),
            let form = try? Form(parsing: uri.dropFirst(redirectURI.count + 1).utf8), let answer = form.single
        else { throw Browser.Failure(reason: "the answer did not come to the redirect URI") }
        guard answer["state"] == transaction.state else { throw Browser.Failure(reason: "state is another") }
        guard answer["iss"] == endpoints.issuer else { throw Browser.Failure(reason: "iss is another") }
        if let error = answer["error"] { throw Browser.Failure(reason: "the answer is the error \(error)") }
        guard let code = answer["code"] else { throw Browser.Failure(reason: "there is no code") }
        return code
    }

    func redeem(_ code: String, _ transaction: Transaction) async throws(Browser.Failure) -> Answer {
        try await post(
            endpoints.token,
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
                ("client_id", clientID), ("code_verifier", transaction.verifier),
            ])
    }

    func refresh(_ token: String) async throws(Browser.Failure) -> Answer {
        try await post(
            endpoints.token,
            [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", clientID)])
    }

    func resume(_ handle: String, _ transaction: Transaction) async throws(Browser.Failure) -> Answer {
        try await post(
            endpoints.issuer + "/mobile/resume",
            [("handle", handle), ("client_id", clientID), ("code_verifier", transaction.verifier)])
    }

    /// The members of a JSON answer that the player looks at.
    struct Answer: Sendable, Decodable {
        var status = 0
        let error: String?
        let accessToken: String?
        let refreshToken: String?
        let idToken: String?
        let callbackURI: String?
        let expiresIn: Int?

        enum CodingKeys: String, CodingKey {
            case error
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
            case idToken = "id_token"
            case callbackURI = "callback_uri"
            case expiresIn = "expires_in"
        }
    }

    private func post(_ url: String, _ fields: [(String, String)]) async throws(Browser.Failure) -> Answer {
        let head = Fields([
            (.contentType, "application/x-www-form-urlencoded"), (.accept, "application/json"),
        ])
        let request = OutboundRequest(
            .post, url, fields: head, body: Array(Form.encode(fields).utf8), allowsLoopback: allowsLoopback)
        let response: OutboundResponse
        do throws(OutboundFailure) { response = try await send(request) } catch {
            throw Browser.Failure(reason: "no answer from the broker: \(error.reason)")
        }
        guard var answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
            throw Browser.Failure(reason: "status \(response.status) with no JSON")
        }
        answer.status = response.status
        return answer
    }
}

/// Where a broker says that it is asked (RFC 8414 §2).
struct Endpoints: Sendable, Decodable {
    let issuer: String
    let authorization: String
    let token: String
    let userinfo: String
    let keys: String

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorization = "authorization_endpoint"
        case token = "token_endpoint"
        case userinfo = "userinfo_endpoint"
        case keys = "jwks_uri"
    }
}
