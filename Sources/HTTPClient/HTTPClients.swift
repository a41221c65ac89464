import EventLoop

/// One client a loop.
package struct HTTPClients: Sendable {
    private let clients: [HTTPClient]

    /// - Throws: `unavailable` when libcurl cannot be set up.
    package init(_ group: EventLoopGroup, trust: OutboundTrust = .system) throws(OutboundFailure) {
        var clients: [HTTPClient] = []
        for loop in group.loops { clients.append(try HTTPClient(on: loop, trust: trust)) }
        self.clients = clients
    }

    /// Sends through the client of the loop whose thread this is; off the loops, through the first one.
    package func send(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        let index = EventLoop.current?.index ?? 0
        guard index < clients.count else { throw .unavailable("there is no loop to send on") }
        return try await clients[index].send(request)
    }
}
