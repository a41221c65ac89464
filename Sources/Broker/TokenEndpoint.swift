import Codec
import HTTP
import Journal
import OAuth
import Store

/// `POST /oauth/token` (RFC 6749 §3.2): a code or a refresh token for tokens, each once.
struct TokenEndpoint {
    let broker: Broker
    let trace: Trace

    func answer(_ request: Request) async throws(Refusal) -> Response {
        let now = broker.clock()
        let asked = try parse(request)
        guard let client = broker.client(asked.clientID) else {
            throw .token(TokenError(.invalidClient, "client_id is not registered here"))
        }
        try broker.admit(client.clientID, request)
        let granted =
            switch asked.grant {
            case .authorizationCode(let grant): try await redeem(grant, client, now)
            case .refreshToken(let grant): try await refresh(grant, client, now)
            }
        return .json(try broker.tokens.answer(granted, now: now).json)
    }

    private func parse(_ request: Request) throws(Refusal) -> TokenRequest {
        // A secret that ships in an app authenticates nobody (RFC 8252 §8.5).
        guard !request.fields.contains(.authorization) else {
            throw .token(
                TokenError(.invalidClient, "this client is public: send client_id in the body and no secret"))
        }
        let form = try Parameters.ofApp(request)
        do { return try TokenRequest(form) } catch { throw .token(error) }
    }

    private func redeem(
        _ grant: TokenRequest.AuthorizationCode, _ client: Client, _ now: Timestamp
    ) async throws(Refusal) -> TokenIssuer.Granted {
        guard let id = broker.identifiers.parseCode(grant.code) else { throw refused(.refused) }
        trace.began(id, client: client.clientID)
        let outcome: CodeOutcome
        do {
            outcome = try await broker.ledger.redeemCode(
                CodeRedemption(
                    id: id, clientID: client.clientID, redirectURI: grant.redirectURI,
                    verifier: grant.verifier,
                    now: now, lifetimes: broker.configuration.lifetimes))
        } catch { throw .unavailable(error) }
        switch outcome {
        case .redeemed(let record, let family):
            guard let details = record.details else {
                throw .internalFault("a redeemed code without details")
            }
            trace.ended(.redeemed)
            return granted(client, id, details, details.scope, family, isRefreshed: false)
        case .refused: throw refused(.refused)
        case .replayed: throw refused(.replayed)
        }
    }

    private func refresh(
        _ grant: TokenRequest.RefreshToken, _ client: Client, _ now: Timestamp
    ) async throws(Refusal) -> TokenIssuer.Granted {
        trace.phase = .refresh
        guard let token = broker.identifiers.parseRefreshToken(grant.token) else { throw refused(.refused) }
        trace.began(token.id, client: client.clientID)
        let outcome: RotationOutcome
        do {
            outcome = try await broker.ledger.rotate(
                RefreshRotation(
                    token: token, clientID: client.clientID, scope: grant.scope, resource: grant.resource,
                    now: now,
                    lifetimes: broker.configuration.lifetimes))
        } catch { throw .unavailable(error) }
        switch outcome {
        case .rotated(let family), .repeated(let family):
            if case .repeated = outcome { trace.ended(.repeated) } else { trace.ended(.rotated) }
            // What the client has lost since is lost at once, not when the family ends.
            let scope = (grant.scope ?? family.details.scope).narrowed(to: client.scope)
            return granted(client, family.id, family.details, scope, family, isRefreshed: true)
        case .refused: throw refused(.refused)
        case .reused: throw refused(.revoked)
        case .unclear:
            throw .internalFault("the clock was set back: it stands before a grant's last rotation")
        case .exceeded(let code): throw .token(TokenError(code, "more was asked for than was granted"))
        }
    }

    private func granted(
        _ client: Client, _ id: TransactionID, _ details: SignInDetails, _ scope: Scope, _ family: Grant?,
        isRefreshed: Bool
    ) -> TokenIssuer.Granted {
        TokenIssuer.Granted(
            client: client, id: id, details: details, scope: scope,
            refreshToken: family.map {
                broker.identifiers.refreshToken(for: $0.id, generation: $0.generation)
            },
            isRefreshed: isRefreshed)
    }

    private func refused(_ outcome: SignInOutcome) -> Refusal {
        trace.ended(outcome)
        return .token(TokenError(.invalidGrant, "the grant is not valid, or is no longer"))
    }
}
