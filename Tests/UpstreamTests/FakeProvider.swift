import Codec
import Crypto
import JOSE
import OAuth
import Synchronization
import Testing

@testable import Upstream

/// A provider without sockets: its documents, its keys, its clock, and a count of what it was asked.
final class FakeProvider: Sendable {
    struct State {
        var now = Timestamp(seconds: 1_800_000_000)
        var signers: [(kid: String, key: PrivateKey)]
        var answers: [String: UpstreamAnswer] = [:]
        var asked: [UpstreamRequest] = []
        var notes: [UpstreamNote] = []
        var isDown = false
        var yields = 0
    }

    static let nonce = "n-0S6_WzA2Mj"
    static let proof = UpstreamProof(verifier: String(repeating: "v", count: 43), nonce: nonce)
    static let leg = UpstreamLeg(state: "st", nonce: nonce, challenge: "ch")

    let issuer: String
    let state: Mutex<State>

    init(issuer: String = "https://idp.example") throws {
        self.issuer = issuer
        state = Mutex(State(signers: [("a", try PrivateKey.generate(.es256))]))
        answer("/.well-known/openid-configuration", metadata())
        publish()
    }

    // MARK: what it says

    func metadata(_ changes: String = "") -> String {
        #"{"issuer":"\#(issuer)","authorization_endpoint":"https://idp.example/authorize","#
            + #""token_endpoint":"https://idp.example/token","jwks_uri":"https://idp.example/jwks","#
            + #""userinfo_endpoint":"https://idp.example/userinfo"\#(changes)}"#
    }

    func answer(_ path: String, _ body: String, status: Int = 200, type: String = "application/json") {
        state.withLock {
            $0.answers[path] = UpstreamAnswer(status: status, contentType: type, body: Array(body.utf8))
        }
    }

    /// Publishes the public keys of the signers.
    func publish() {
        let keys = state.withLock { state in
            state.signers.map { signer in
                PublishedKey(signer.key).json
                    .split(separator: ",").map {
                        $0.hasPrefix("\"kid\":") ? "\"kid\":\"\(signer.kid)\"" : String($0)
                    }
                    .joined(separator: ",")
            }
        }
        answer("/jwks", "{\"keys\":[\(keys.joined(separator: ","))]}")
    }

    /// Has the token endpoint give an ID token with these claims.
    func grant(_ claims: String? = nil, kid: String? = nil, extra: String = "") throws {
        let claims = claims ?? self.claims()
        let (signer, now) = state.withLock { ($0.signers[0], $0.now) }
        _ = now
        let token = try TokenSigner(key: signer.key, kid: kid ?? signer.kid)
            .sign(payload: Array(claims.utf8), type: "JWT")
        answer("/token", #"{"access_token":"at","token_type":"Bearer","id_token":"\#(token)"\#(extra)}"#)
    }

    /// The claims of a good ID token, with some replaced or, by nil, left out.
    func claims(_ changes: [String: String?] = [:]) -> String {
        let now = state.withLock { $0.now.seconds }
        var claims: [String: String?] = [
            "iss": "\"\(issuer)\"", "sub": "\"248289761001\"", "aud": "\"us\"", "exp": "\(now + 300)",
            "iat": "\(now)", "nonce": "\"\(Self.nonce)\"", "email": "\"ana@example.com\"",
            "email_verified": "true", "name": "\"Ana\"",
        ]
        for (name, value) in changes { claims[name] = .some(value) }
        let members = claims.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return "{\(members.joined(separator: ","))}"
    }

    // MARK: what it was asked

    func asked(_ path: String) -> Int {
        state.withLock { $0.asked.count { Self.path($0.url) == path } }
    }

    var requests: [UpstreamRequest] { state.withLock { $0.asked } }
    var notes: [UpstreamNote] { state.withLock { $0.notes } }

    func pass(seconds: Int) {
        state.withLock { $0.now = $0.now.adding(seconds: seconds) }
    }

    private static func path(_ url: String) -> String {
        let path = StrictURL(url)?.path ?? ""
        return path.hasPrefix("/app/") ? String(path.dropFirst(4)) : path
    }

    // MARK: the room under test

    func provider(scope: String = "openid profile email", secret: String? = "secret") throws -> OpenIDProvider
    {
        OpenIDProvider(
            configuration: try configuration(scope: scope, secret: secret),
            callbackURI: "https://auth.example.com/oauth/provider/idp/callback",
            fetch: { request throws(UpstreamUnreachable) in
                let (answer, isDown, yields) = self.state.withLock { state in
                    state.asked.append(request)
                    return (state.answers[Self.path(request.url)], state.isDown, state.yields)
                }
                for _ in 0..<yields { await Task.yield() }
                guard !isDown, let answer else { throw UpstreamUnreachable(reason: "no connection") }
                return answer
            },
            now: { self.state.withLock { $0.now } },
            note: { note in self.state.withLock { $0.notes.append(note) } })
    }

    func configuration(
        scope: String = "openid profile email", secret: String? = "secret",
        authentication: ClientAuthentication? = nil
    ) throws -> ProviderConfiguration {
        ProviderConfiguration(
            id: try #require(ProviderID("idp")), displayName: "IdP", issuer: try #require(StrictURL(issuer)),
            clientID: "us", clientSecret: secret, scope: try #require(Scope(parsing: scope)),
            authentication: authentication)
    }
}
