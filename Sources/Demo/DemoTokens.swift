import Codec
import Crypto
import FoundationEssentials
import HTTP
import JOSE
import Synchronization

/// The demo provider's token endpoint (OIDC Core §3.1.3).
extension DemoProvider {
    func token(_ request: Request) -> Response {
        guard isAuthenticated(request) else { return refused("invalid_client", .unauthorized) }
        guard let form = (try? request.form)?.single, form["grant_type"] == "authorization_code",
            let code = form["code"], let verifier = form["code_verifier"]
        else { return refused("invalid_request", .badRequest) }
        // Taken out before it is looked at: a code works once, whatever comes of it.
        let issued = codes.withLock { $0.removeValue(forKey: code) }
        let challenge = Base64URL.encode(SHA256.digest(Array(verifier.utf8)).bytes)
        guard let issued, issued.expiresAt > now(), issued.challenge == challenge,
            form["redirect_uri"] == client.redirectURI, let idToken = idToken(issued)
        else { return refused("invalid_grant", .badRequest) }
        return answer([
            "access_token": Base64URL.encode(random.bytes(32)), "token_type": "Bearer", "id_token": idToken,
        ])
    }

    /// RFC 6749 §2.3.1.
    private func isAuthenticated(_ request: Request) -> Bool {
        let expected = Data("\(client.id):\(client.secret)".utf8).base64EncodedString()
        return request.fields[.authorization] == "Basic \(expected)"
    }

    private func idToken(_ issued: IssuedCode) -> String? {
        let now = now()
        let name = issued.account.prefix { $0 != "@" }.capitalized
        let claims = DemoClaims(
            iss: issuer, sub: Base64URL.encode(SHA256.digest(Array(issued.account.utf8)).bytes.prefix(12)),
            aud: client.id, exp: now + 300, iat: now, authTime: issued.authTime, nonce: issued.nonce,
            email: issued.account, emailVerified: true, name: name)
        return try? signer.sign(claims, type: "JWT")
    }

    private func refused(_ error: String, _ status: Status) -> Response { answer(["error": error], status) }

    private func answer(_ members: [String: String], _ status: Status = .ok) -> Response {
        .json((try? JSONEncoder().encode(members)).map { [UInt8]($0) } ?? [], status: status)
    }
}

private struct DemoClaims: Encodable {
    let iss, sub, aud: String
    let exp, iat, authTime: Int64
    let nonce: String?
    let email: String
    let emailVerified: Bool
    let name: String

    enum CodingKeys: String, CodingKey {
        case iss, sub, aud, exp, iat, nonce, email, name
        case authTime = "auth_time"
        case emailVerified = "email_verified"
    }
}

extension Substring {
    /// The first letter large, as a name is written.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
