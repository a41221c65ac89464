import HTTP
import HTTPClient
import Upstream

extension HTTPClients {
    /// Asks providers through the client of the current loop.
    var fetch: Fetch {
        { request throws(UpstreamUnreachable) in
            var fields = Fields()
            for (name, value) in request.fields {
                if let name = FieldName(name) { fields.append(name, value) }
            }
            let outbound = OutboundRequest(
                request.method == .post ? .post : .get, request.url, fields: fields, body: request.body,
                timeoutMilliseconds: request.timeoutMilliseconds, maxBody: request.maxBody,
                allowsLoopback: request.allowsLoopback)
            do throws(OutboundFailure) {
                let response = try await self.send(outbound)
                return UpstreamAnswer(
                    status: response.status, contentType: response.fields[.contentType], body: response.body)
            } catch { throw UpstreamUnreachable(reason: error.reason) }
        }
    }
}
