/// The way to one provider's servers, and to the operator who wants to hear of it.
struct ProviderLine: Sendable {
    let allowsLoopback: Bool
    let fetch: Fetch
    let note: @Sendable (UpstreamNote) -> Void

    func answer(to request: UpstreamRequest) async throws(UpstreamFailure) -> UpstreamAnswer {
        do throws(UpstreamUnreachable) {
            return try await fetch(request)
        } catch {
            throw .unreachable(error.reason)
        }
    }

    /// The body of a public document. Any status but 200 is a failure, whatever came with it.
    func document(at url: String, named name: String) async throws(UpstreamFailure) -> [UInt8] {
        let answer = try await answer(
            to: UpstreamRequest(
                .get, url, fields: [(name: "accept", value: "application/json")],
                allowsLoopback: allowsLoopback))
        guard answer.status == 200 else {
            throw .unreachable("\(name) cannot be had: status \(answer.status)")
        }
        return answer.body
    }
}
