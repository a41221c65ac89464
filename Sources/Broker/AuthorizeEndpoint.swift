import Codec
import Crypto
import HTTP
import Journal
import OAuth
import Pages
import Store
import Upstream

/// `/oauth/authorize` (RFC 6749 §4.1.1, OIDC Core §3.1.2): checks the request, seals the pending transaction into the
/// browser's cookie and sends the person to a provider. Writes nothing to the store, save a request too long for a
/// cookie.
struct AuthorizeEndpoint {
    let broker: Broker
    let trace: Trace

    func answer(_ request: Request) async throws(Refusal) -> Response {
        let form = try Parameters.ofBrowser(request)
        let authorization = try decide(form)
        try broker.admit(authorization.client.clientID, request)
        let pending: PendingTransaction
        let location: String
        switch try choose(authorization) {
        case .page(let choices):
            trace.ended(.shown, "provider_choice")
            let page = ProviderChoicePage(brand: broker.brand(authorization.client), choices: choices)
            return broker.pages.providerChoice(page, for: Visitor(request))
        case .provider(let provider):
            pending = begin(authorization, at: provider)
            trace.began(pending.id, client: pending.clientID, provider: provider.configuration.id)
            location = try await leave(for: provider, pending, authorization)
        }
        let cookie = try await keep(pending)
        trace.ended(.redirected)
        var response = Response.redirect(to: location)
        let size = cookie.name.utf8.count + cookie.value.utf8.count
        for dropped in broker.pendingCookies.overflow(of: request.cookies, adding: size) {
            response.fields.append(dropped)
        }
        response.fields.append(cookie)
        return response
    }

    /// The browser's cookie. What would make it long lies in the store; where that has no room left, the cookie
    /// carries all of it as far as a browser lets it, so that a flood of long requests shuts nobody out.
    private func keep(_ pending: PendingTransaction) async throws(Refusal) -> SetCookie {
        let sealed = broker.pendingCookies.seal(pending)
        guard let spill = sealed.spill else { return sealed.cookie }
        do {
            try await broker.ledger.spill(
                pending.id, sealed: spill, now: pending.createdAt, expiresAt: pending.expiresAt)
            return sealed.cookie
        } catch {
            guard error == .full, let whole = broker.pendingCookies.whole(pending) else {
                throw .unavailable(error)
            }
            broker.tell(error)
            return whole
        }
    }

    /// Everything that the request alone decides.
    private func decide(_ form: Form) throws(Refusal) -> AuthorizationRequest {
        do {
            return try AuthorizationRequest.validate(
                form, clients: broker.configuration.client, apis: broker.configuration.apis)
        } catch {
            switch error {
            case .page(let reason): throw .page(reason)
            case .redirect(let fault, let uri, let state): throw .redirect(fault, to: uri, state: state)
            }
        }
    }

    private enum Choice {
        case provider(OpenIDProvider)
        case page([ProviderChoicePage.Choice])
    }

    /// The provider that the app named, or the only one; else the person chooses.
    private func choose(_ authorization: AuthorizationRequest) throws(Refusal) -> Choice {
        if authorization.prompt == .silent { try refuseSilence(authorization) }
        if let named = authorization.provider {
            guard let provider = broker.provider(named) else {
                throw refusal(.invalidRequest, "provider is not one of this server's", authorization)
            }
            return .provider(provider)
        }
        // Nobody is ever signed in here without a provider, so a silent request has its answer (OIDC Core §3.1.2.6).
        if authorization.prompt == .silent {
            throw refusal(.loginRequired, "nobody is signed in here", authorization)
        }
        if broker.providers.count == 1, let only = broker.providers.first { return .provider(only) }
        return .page(
            broker.providers.compactMap { provider in
                let query = authorization.query(choosing: provider.configuration.id)
                return Link(path: Route.authorize.pattern + "?" + query).map {
                    ProviderChoicePage.Choice(name: provider.configuration.displayName, link: $0)
                }
            })
    }

    /// Any app can claim a private-use scheme, so there a person has to see who asks (RFC 8252 section 8.6).
    private func refuseSilence(_ authorization: AuthorizationRequest) throws(Refusal) {
        guard case .privateUse = authorization.redirectURI.kind else { return }
        throw refusal(.interactionRequired, "a private-use scheme proves no app: ask a person", authorization)
    }

    private func begin(_ authorization: AuthorizationRequest, at provider: OpenIDProvider)
        -> PendingTransaction
    {
        let now = broker.clock()
        return PendingTransaction(
            id: TransactionID(at: now, random: broker.random), request: authorization,
            providerID: provider.configuration.id,
            upstreamVerifier: Base64URL.encode(broker.random.bytes(32)),
            upstreamNonce: Base64URL.encode(broker.random.bytes(32)),
            expiresAt: now.adding(seconds: broker.configuration.lifetimes.transaction))
    }

    /// The provider's authorization endpoint, with a state, nonce and PKCE of our own.
    private func leave(
        for provider: OpenIDProvider, _ pending: PendingTransaction, _ authorization: AuthorizationRequest
    ) async throws(Refusal) -> String {
        do {
            return try await provider.authorizationURL(
                leg: UpstreamLeg(
                    state: broker.identifiers.upstreamState(for: pending.id), nonce: pending.upstreamNonce,
                    challenge: Base64URL.encode(SHA256.digest(Array(pending.upstreamVerifier.utf8)).bytes),
                    prompt: authorization.prompt.text, maxAge: authorization.maxAge,
                    loginHint: authorization.loginHint, uiLocales: authorization.uiLocales,
                    acrValues: authorization.acrValues))
        } catch {
            broker.journal.record(
                .upstreamFault(provider: provider.configuration.id.text, reason: Untrusted(error.reason)))
            throw refusal(.temporarilyUnavailable, "the identity provider cannot be reached", authorization)
        }
    }

    private func refusal(
        _ code: AuthorizationErrorCode, _ description: String, _ authorization: AuthorizationRequest
    ) -> Refusal {
        .redirect(
            AuthorizationError(code, description), to: authorization.redirectURI, state: authorization.state)
    }
}
