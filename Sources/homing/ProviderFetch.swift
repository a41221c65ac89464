import HTTP
import HTTPClient
import Journal
import Upstream

extension HTTPClients {
    /// Asks a provider through the client of the current loop, and counts how that ends.
    func fetch(_ metrics: Metrics, _ provider: ProviderLabel) -> Fetch {
        { request throws(UpstreamUnreachable) in
            do throws(OutboundFailure) {
                let response = try await self.send(Self.outbound(request))
                metrics.fetched(provider, FetchOutcome(status: response.status))
                return UpstreamAnswer(
                    status: response.status, contentType: response.contentType, body: response.body)
            } catch {
                metrics.fetched(provider, error.outcome)
                throw UpstreamUnreachable(reason: error.reason)
            }
        }
    }

    private static func outbound(_ request: UpstreamRequest) -> OutboundRequest {
        var fields = Fields()
        for (name, value) in request.fields {
            if let name = FieldName(name) { fields.append(name, value) }
        }
        return OutboundRequest(
            request.method == .post ? .post : .get, request.url, fields: fields, body: request.body,
            timeoutMilliseconds: request.timeoutMilliseconds, maxBody: request.maxBody,
            allowsLoopback: request.allowsLoopback)
    }
}

extension OutboundFailure {
    fileprivate var outcome: FetchOutcome {
        switch self {
        case .timeout: .timeout
        case .unknownHost, .noConnection: .unreachable
        case .noTrust: .untrusted
        case .unsendable, .refusedAddress, .tooLarge, .badResponse, .unavailable: .unusable
        }
    }
}
