import Codec
import JOSE
import OAuth

/// One OpenID provider: where to send a browser, whose answer that is, and who came back.
///
/// Metadata and keys are fetched when first needed, kept, and read without a suspension while they are fresh.
package final class OpenIDProvider: Sendable {
    package let configuration: ProviderConfiguration
    /// Where this provider returns to; one of its own, against mix-ups (RFC 9700 section 4.4).
    package let callbackURI: String

    private let line: ProviderLine
    private let now: @Sendable () -> Timestamp
    private let metadata = FetchedValue<ProviderMetadata>()
    private let keys: ProviderKeys

    package init(
        configuration: ProviderConfiguration, callbackURI: String, fetch: @escaping Fetch,
        now: @escaping @Sendable () -> Timestamp,
        note: @escaping @Sendable (UpstreamNote) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.callbackURI = callbackURI
        self.now = now
        line = ProviderLine(allowsLoopback: configuration.issuer.isLoopback, fetch: fetch, note: note)
        keys = ProviderKeys(line: line)
    }

    /// Fetches metadata and keys, so that the first person does not wait and an operator hears at start what does
    /// not fit (H18). Sign-ins work whatever comes of it, as soon as the provider does.
    package func prepare() async throws(UpstreamFailure) {
        let metadata = try await currentMetadata()
        try await keys.prepare(from: metadata.keysURL.text, at: now())
    }

    /// The address for the browser, when that needs no fetch.
    package func authorizationURLAtOnce(leg: UpstreamLeg) -> String? {
        metadata.fresh(at: now()).map { authorizationURL(leg, $0.value) }
    }

    /// The address for the browser (RFC 6749 section 4.1.1).
    package func authorizationURL(leg: UpstreamLeg) async throws(UpstreamFailure) -> String {
        authorizationURL(leg, try await currentMetadata())
    }

    /// Whether a response with this `iss`, or without one, may be acted on at all, its `error` included (H17).
    package func accepts(issuer: String?) async throws(UpstreamFailure) -> Bool {
        let isPromised = try await currentMetadata().promisesIssuer
        return CallbackIssuer.isAccepted(
            issuer, configured: configuration.issuer.text, isPromised: isPromised)
    }

    /// Redeems the code, once, and says who came back.
    ///
    /// Besides the exchange this may fetch metadata and keys, and userinfo when the ID token leaves out what was asked
    /// for; userinfo that fails is noted and left out.
    package func identity(
        code: String, leg: UpstreamProof
    ) async throws(UpstreamFailure) -> UpstreamIdentity {
        let metadata = try await currentMetadata()
        let exchange = try TokenRequest(
            code: code, verifier: leg.verifier, callbackURI: callbackURI, configuration: configuration,
            metadata: metadata)
        let tokens = try TokenAnswer(reading: try await line.answer(to: exchange.request))
        guard let idToken = tokens.idToken else { throw .badAnswer("token endpoint gave no ID token") }
        let verified = try await keys.verified(
            try ProviderKeys.parse(idToken), keysAt: metadata.keysURL.text, at: now())
        let expectation = IDTokenExpectation(
            issuer: configuration.issuer.text, clientID: configuration.clientID, nonce: leg.nonce,
            maxAge: leg.maxAge, accessToken: tokens.accessToken)
        let claims = try expectation.claims(of: verified, at: now())
        var profile = ProfileClaims(claims)
        if !MissingClaims(scope: configuration.scope, claims: profile).isEmpty,
            let endpoint = metadata.userInfoEndpoint,
            let more = await UserInfo(line: line, endpoint: endpoint.text)
                .claims(accessToken: tokens.accessToken, of: claims.sub)
        {
            profile = profile.completed(by: more)
        }
        return UpstreamIdentity(
            provider: configuration.id, issuer: configuration.issuer.text, claims: claims, profile: profile)
    }

    private func currentMetadata() async throws(UpstreamFailure) -> ProviderMetadata {
        try await metadata.value(at: now()) { () async throws(UpstreamFailure) in
            do throws(UpstreamFailure) {
                let body = try await line.document(at: configuration.discoveryURL, named: "the metadata")
                return try ProviderMetadata(reading: body, of: configuration)
            } catch {
                if metadata.held != nil { line.note(.refreshFailed(error.reason)) }
                throw error
            }
        }.value
    }

    private func authorizationURL(_ leg: UpstreamLeg, _ metadata: ProviderMetadata) -> String {
        AuthorizationURL(
            endpoint: metadata.authorizationEndpoint, configuration: configuration, callbackURI: callbackURI,
            leg: leg
        ).text
    }
}
