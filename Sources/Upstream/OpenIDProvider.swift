import Codec
import OAuth

/// One OpenID provider: where to send a browser, whose answer that is, and who came back.
///
/// Metadata and keys are fetched when first needed, kept, and read without a suspension while they are fresh.
package final class OpenIDProvider: Sendable {
    package let configuration: ProviderConfiguration
    /// Where this provider returns to; one of its own, against mix-ups (RFC 9700 section 4.4).
    package let callbackURI: String

    let now: @Sendable () -> Timestamp
    let note: @Sendable (UpstreamNote) -> Void
    private let fetch: Fetch
    private let metadata = FetchedValue<ProviderMetadata>()

    package init(
        configuration: ProviderConfiguration, callbackURI: String, fetch: @escaping Fetch,
        now: @escaping @Sendable () -> Timestamp,
        note: @escaping @Sendable (UpstreamNote) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.callbackURI = callbackURI
        self.fetch = fetch
        self.now = now
        self.note = note
    }

    /// Fetches metadata and keys, so that the first person does not wait and an operator hears at start what does
    /// not fit (H18). Sign-ins work whatever comes of it, as soon as the provider does.
    package func prepare() async throws(UpstreamFailure) {
        _ = try await currentMetadata()
    }

    /// The address for the browser, when that needs no fetch.
    package func authorizationURLAtOnce(_ leg: UpstreamLeg) -> String? {
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

    /// Redeems the code, once, and says who came back. Asks at most twice for keys and once for userinfo.
    package func identity(
        code: String, leg: UpstreamProof
    ) async throws(UpstreamFailure) -> UpstreamIdentity {
        throw .badAnswer("keys are not read yet")
    }

    private func currentMetadata() async throws(UpstreamFailure) -> ProviderMetadata {
        try await metadata.value(at: now()) { () async throws(UpstreamFailure) in
            let request = UpstreamRequest(
                .get, configuration.discoveryURL, fields: [(name: "accept", value: "application/json")],
                allowsLoopback: configuration.issuer.isLoopback)
            let answer = try await answer(to: request)
            guard answer.status == 200 else { throw .unreachable("metadata answered \(answer.status)") }
            return try ProviderMetadata(reading: answer.body, of: configuration)
        }.value
    }

    private func authorizationURL(_ leg: UpstreamLeg, _ metadata: ProviderMetadata) -> String {
        AuthorizationURL(
            endpoint: metadata.authorizationEndpoint, configuration: configuration, callbackURI: callbackURI,
            leg: leg
        ).text
    }

    func answer(to request: UpstreamRequest) async throws(UpstreamFailure) -> UpstreamAnswer {
        do throws(UpstreamUnreachable) {
            return try await fetch(request)
        } catch {
            throw .unreachable(error.reason)
        }
    }
}
