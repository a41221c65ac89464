import HTTP

/// Whom a request comes from: the peer of the connection, or, where that is a proxy of ours, whom the proxies name.
package struct ClientRule: Sendable {
    private let trustedProxies: [AddressBlock]

    package init(trustedProxies: [AddressBlock] = []) {
        self.trustedProxies = trustedProxies
    }

    /// The address that limits and logs go by. Fields of peers that are not trusted change nothing. A peer without an
    /// address came by a Unix socket, whose permissions have let it in: it counts as a proxy of ours.
    package func client(peer: ClientAddress, fields: Fields) -> ClientAddress {
        guard isTrusted(peer) else { return peer }
        var client = peer
        for name in Forwarding.names(in: fields).reversed() {
            // What cannot be read was not written by a proxy of ours: whoever passed it on is the client.
            guard let address = name else { break }
            client = address
            guard isTrusted(address) else { break }
        }
        return client
    }

    private func isTrusted(_ address: ClientAddress) -> Bool {
        address == .none || trustedProxies.contains { $0.contains(address) }
    }
}
