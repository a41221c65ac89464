import Codec
import Crypto
import FoundationEssentials
import JOSE
import OAuth
import Synchronization
import Upstream

/// An OpenID provider without sockets. Its ID tokens are really signed, its codes work once and with the right
/// verifier alone, it counts what it is asked, and it misbehaves as it is told.
package final class StubProvider: Sendable {
    /// How it answers.
    package struct Conduct: Sendable {
        package var account = "account-1"
        package var email = "marker.person@example.com"
        package var name = "Marker Person"
        /// Members of the ID token that are replaced, as JSON text, or left out by nil.
        package var claims: [String: String?] = [:]
        /// In place of the right token answer.
        package var tokenAnswer: (status: Int, type: String, body: String)?
        /// Tells `iss` in its authorization responses, and promises it in its metadata.
        package var promisesIssuer = false
        package var isDown = false
    }

    private struct Granted {
        let nonce: String
        let challenge: String
        let callback: String
        let conduct: Conduct
    }

    private struct State {
        var conduct = Conduct()
        var granted: [String: Granted] = [:]
        var asked: [UpstreamRequest] = []
        var count = 0
    }

    package let id: String
    package let issuer: String
    /// Requests to the token endpoint come by here.
    package let gate = Gate()
    private let key: PrivateKey
    private let state = Mutex(State())

    package init(id: String = "idp", issuer: String = "https://idp.example.com") throws {
        self.id = id
        self.issuer = issuer
        key = try PrivateKey.generate(.es256)
    }

    package func behave(_ change: (inout Conduct) -> Void) { state.withLock { change(&$0.conduct) } }

    /// Codes presented at the token endpoint, in order.
    package var codesPresented: [String] {
        state.withLock { $0.asked }.filter { $0.url.hasSuffix("/token") }.compactMap { Self.body($0)["code"] }
    }

    /// URLs of all requests.
    package var asked: [String] { state.withLock { $0.asked.map(\.url) } }

    // MARK: what the person does there

    /// Signs in at the address that a browser was sent to: where it is sent back to, with a code.
    ///
    /// - Parameter account: whose, with an address of that name, instead of the conduct's.
    package func signIn(at address: String, as account: String? = nil) throws -> String {
        let query = try Self.query(address)
        guard address.hasPrefix(issuer + "/authorize?"), query["response_type"] == "code",
            let callback = query["redirect_uri"], let state = query["state"], let nonce = query["nonce"],
            let challenge = query["code_challenge"]
        else { throw Misuse("not an authorization request: \(address)") }
        let code = self.state.withLock { own in
            own.count += 1
            let code = "code-marker-\(id)-\(own.count)"
            var conduct = own.conduct
            if let account { (conduct.account, conduct.email) = (account, account + "@example.com") }
            own.granted[code] = Granted(
                nonce: nonce, challenge: challenge, callback: callback, conduct: conduct)
            return code
        }
        return answer(callback, [("code", code), ("state", state)])
    }

    /// Says no there, or fails.
    package func refuse(_ error: String, at address: String, _ more: [(String, String)] = []) throws -> String
    {
        let query = try Self.query(address)
        guard let callback = query["redirect_uri"], let state = query["state"] else {
            throw Misuse("not an authorization request")
        }
        return answer(callback, [("error", error)] + more + [("state", state)])
    }

    private func answer(_ callback: String, _ pairs: [(String, String)]) -> String {
        let issuer = state.withLock { $0.conduct.promisesIssuer } ? [("iss", self.issuer)] : []
        return callback + "?" + Form.encode(pairs + issuer)
    }

    // MARK: what the broker asks

    package var fetch: Fetch {
        { request throws(UpstreamUnreachable) in
            let isDown = self.state.withLock { state in
                state.asked.append(request)
                return state.conduct.isDown
            }
            if isDown { throw UpstreamUnreachable(reason: "no connection") }
            switch request.url.dropFirst(self.issuer.count) {
            case "/.well-known/openid-configuration": return Self.json(self.metadata)
            case "/jwks": return Self.json(String(decoding: self.keySet, as: UTF8.self))
            case "/token":
                await self.gate.pass()
                return self.token(Self.body(request))
            default: return UpstreamAnswer(status: 404, contentType: nil, body: [])
            }
        }
    }

    private var keySet: [UInt8] { PublishedKey.document([PublishedKey(key)]) }

    private var metadata: String {
        let promise = state.withLock { $0.conduct.promisesIssuer }
        return #"{"issuer":"\#(issuer)","authorization_endpoint":"\#(issuer)/authorize","#
            + #""token_endpoint":"\#(issuer)/token","jwks_uri":"\#(issuer)/jwks","#
            + #""authorization_response_iss_parameter_supported":\#(promise)}"#
    }

    private func token(_ form: [String: String]) -> UpstreamAnswer {
        let (told, granted) = state.withLock { state in
            (state.conduct.tokenAnswer, state.granted.removeValue(forKey: form["code"] ?? ""))
        }
        if let told {
            return UpstreamAnswer(status: told.status, contentType: told.type, body: Array(told.body.utf8))
        }
        let verifier = Array((form["code_verifier"] ?? "").utf8)
        guard let granted, granted.callback == form["redirect_uri"],
            granted.challenge == Base64URL.encode(SHA256.digest(verifier).bytes),
            let idToken = try? TokenSigner(key: key).sign(payload: Array(claims(granted).utf8), type: "JWT")
        else { return Self.json(#"{"error":"invalid_grant"}"#, status: 400) }
        return Self.json(#"{"access_token":"upstream","token_type":"Bearer","id_token":"\#(idToken)"}"#)
    }

    private func claims(_ granted: Granted) -> String {
        let conduct = granted.conduct
        var claims: [String: String?] = [
            "iss": "\"\(issuer)\"", "sub": "\"\(conduct.account)\"", "aud": "\"broker\"",
            "exp": "4000000000", "iat": "1700000000", "nonce": "\"\(granted.nonce)\"",
            "email": "\"\(conduct.email)\"", "email_verified": "true", "name": "\"\(conduct.name)\"",
        ]
        for (name, value) in conduct.claims { claims[name] = .some(value) }
        let members = claims.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return "{\(members.joined(separator: ","))}"
    }

    private static func json(_ text: String, status: Int = 200) -> UpstreamAnswer {
        UpstreamAnswer(status: status, contentType: "application/json", body: Array(text.utf8))
    }

    private static func body(_ request: UpstreamRequest) -> [String: String] {
        let form = try? Form(parsing: request.body)
        return Dictionary(form?.pairs.map { ($0.name, $0.value) } ?? []) { $1 }
    }

    private static func query(_ address: String) throws -> [String: String] {
        let query = address.split(separator: "?", maxSplits: 1).last ?? ""
        return Dictionary(try Form(parsing: query.utf8).pairs.map { ($0.name, $0.value) }) { $1 }
    }
}

/// A test asks what makes no sense.
package struct Misuse: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
