import HTTP
import Journal
import OAuth
import Store

/// `POST /mobile/resume`: an app trades a handle and its code verifier for the authorization response that its browser
/// did not deliver. The handle adds a way home, not a second protocol: tokens still come from the token endpoint.
struct ResumeEndpoint {
    let broker: Broker
    let trace: Trace

    func answer(_ request: Request) async throws(Refusal) -> Response {
        let now = broker.clock()
        let asked = try parse(request)
        guard let handle = broker.identifiers.parseHandle(asked.handle),
            let client = broker.client(asked.clientID)
        else { throw refused() }
        trace.began(handle.id, client: client.clientID)
        try broker.admit(client.clientID, request)
        let record = try await commit(
            HandleRedemption(
                handle: handle, clientID: client.clientID, verifier: asked.verifier, now: now,
                lifetimes: broker.configuration.lifetimes))
        guard let kept = record.destination, let uri = client.matching(kept.redirectURI) else {
            throw refused()
        }
        trace.ended(.redeemed)
        return .json(
            ResumeAnswer(
                callbackURI: broker.authorizationResponse(of: record, state: kept.state, at: uri),
                expiresIn: broker.configuration.lifetimes.code))
    }

    private func parse(_ request: Request) throws(Refusal) -> ResumeRequest {
        guard !Browsers(broker).isForbidden(request) else { throw .browserForbidden }
        try Parameters.requireNoQuery(request)
        do {
            if request.isOfType("application/json") { return try ResumeRequest(json: request.body) }
        } catch { throw .token(error) }
        let form = try Parameters.ofApp(request)
        do { return try ResumeRequest(form) } catch { throw .token(error) }
    }

    private func commit(_ redemption: HandleRedemption) async throws(Refusal) -> TransactionRecord {
        let outcome: HandleOutcome
        do { outcome = try await broker.ledger.redeemHandle(redemption) } catch { throw .unavailable(error) }
        guard case .redeemed(let record) = outcome else { throw refused() }
        return record
    }

    /// One answer for unknown, foreign, expired and spent handles alike.
    private func refused() -> Refusal {
        trace.ended(.refused)
        return .token(TokenError(.invalidGrant, "the handle is not valid, or is no longer"))
    }
}

/// What `/mobile/resume` answers: the authorization response itself, success or error.
struct ResumeAnswer: Encodable {
    let callbackURI: String
    /// Seconds that the code in it lives.
    let expiresIn: Int

    enum CodingKeys: String, CodingKey {
        case callbackURI = "callback_uri"
        case expiresIn = "expires_in"
    }
}
