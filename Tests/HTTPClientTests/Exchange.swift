import EventLoop

@testable import HTTPClient

/// Runs a test on the loop of a client of its own.
func withClient<Value: Sendable>(
    trust: OutboundTrust = .system, _ body: @escaping @Sendable (HTTPClient) async throws -> Value
) async throws -> Value {
    let group = try EventLoopGroup(count: 1)
    let loop = group.loops[0]
    let client = try HTTPClient(on: loop, trust: trust)
    let result = await loop.run { () async -> Result<Value, any Error> in
        do { return .success(try await body(client)) } catch { return .failure(error) }
    }.value
    group.stop()
    return try result.get()
}

/// One request through a client of its own.
@discardableResult
func exchange(_ request: OutboundRequest) async throws -> OutboundResponse {
    try await withClient { try await $0.send(request) }
}
