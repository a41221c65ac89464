import HTTP

/// Whom a request comes from: the peer of the connection, or, where that is a proxy of ours, whom the proxies name.
package struct ClientRule: Sendable {
    private let trustedProxies: [AddressBlock]

    package init(trustedProxies: [AddressBlock] = []) {
        self.trustedProxies = trustedProxies
    }

    /// The address that limits and logs go by: the right-most that is no proxy of ours. Fields of peers that are not
    /// trusted change nothing. A peer without an address came by a Unix socket, whose permissions have let it in: it counts
    /// as a proxy of ours.
    ///
    /// Nil where a trusted peer sends what cannot be read, or two lists that name two clients: either is a proxy that lets
    /// through what strangers write, and to guess would be to believe them.
    package func client(peer: ClientAddress, fields: Fields) -> ClientAddress? {
        guard isTrusted(peer) else { return peer }
        let lists = [Forwarding.plain(in: fields), Forwarding.standard(in: fields)].compactMap(\.self)
        guard let list = lists.first else { return peer }
        let client = client(peer: peer, named: list)
        return lists.dropFirst().allSatisfy { self.client(peer: peer, named: $0) == client } ? client : nil
    }

    private func client(peer: ClientAddress, named list: [Forwarding.Name]) -> ClientAddress? {
        var client = peer
        for name in list.reversed() {
            switch name {
            case .malformed: return nil
            // Whoever passed it on is as far as we can see.
            case .hidden: return client
            case .address(let address):
                client = address
                guard isTrusted(address) else { return client }
            }
        }
        return client
    }

    private func isTrusted(_ address: ClientAddress) -> Bool {
        address == .none || trustedProxies.contains { $0.contains(address) }
    }
}
