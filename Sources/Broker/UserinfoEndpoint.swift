import Codec
import HTTP
import OAuth
import Store

/// `/oauth/userinfo` (OIDC Core §5.3): the claims that an access token's scope allows.
struct UserinfoEndpoint {
    let broker: Broker
    let trace: Trace

    func answer(_ request: Request) async throws(Refusal) -> Response {
        let claims = broker.tokens.accessToken(try bearer(of: request), now: broker.clock())
        guard let claims, let id = claims.transactionID, let scope = Scope(parsing: claims.scope) else {
            throw .bearer(.invalidToken)
        }
        trace.began(id, client: ClientID(claims.clientID))
        guard scope.contains(Scope.openID) else { throw .bearer(.insufficientScope) }
        let details: SignInDetails?
        do { details = try await broker.ledger.details(grantedBy: id, now: broker.clock()) } catch {
            throw .unavailable(error)
        }
        guard let details, details.subject.text == claims.subject else { throw .bearer(.invalidToken) }
        return .json(UserInfoPayload(details: details, scope: scope))
    }

    /// RFC 6750 §2.1 alone: never a token in the query or the body.
    private func bearer(of request: Request) throws(Refusal) -> String {
        if (try? request.query.contains("access_token")) != false { throw .bearer(.invalidRequest) }
        let fields = request.fields.all(.authorization)
        guard let field = fields.first else { throw .bearer(.missing) }
        let parts = field.split(separator: " ", omittingEmptySubsequences: true)
        guard fields.count == 1, parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw .bearer(.invalidRequest)
        }
        return String(parts[1])
    }
}
