import Codec
import OAuth

extension Broker {
    /// The authorization response of a settled transaction, as the URI to go to. Computed, not remembered: whoever
    /// asks again gets the same one.
    func authorizationResponse(
        of record: TransactionRecord, state: String?, at uri: RedirectURI.Registered
    ) -> String {
        let location = response(of: record, state: state).location(at: uri, issuer: configuration.issuer)
        guard record.isRejected, let url = StrictURL(uri.text), configuration.isOurs(url) else {
            return location
        }
        // An error names no transaction. Where it can end as a page of ours, the handle lets the app fetch it too.
        return location + "&" + Form.encode([("t", identifiers.handle(for: record.id, generation: 1))])
    }

    private func response(of record: TransactionRecord, state: String?) -> AuthorizationResponse {
        switch record.phase {
        case .issued, .redeemed: .success(code: identifiers.code(for: record.id), state: state)
        case .rejected(let rejection): .failure(rejection.error, state: state)
        case .processing, .ended:
            .failure(
                AuthorizationError(.serverError, "the sign-in was interrupted: begin it again"), state: state)
        }
    }
}

extension TransactionRecord {
    /// Where the answer goes and with what state, as the app sent them.
    var destination: (redirectURI: String, state: String?)? {
        if case .rejected(let rejection) = phase { return (rejection.redirectURI, rejection.state) }
        return details.map { ($0.redirectURI, $0.state) }
    }
}
