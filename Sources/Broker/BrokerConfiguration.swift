import Codec
import OAuth

/// What the broker is told by its operator, already checked. Everything that a person, a client or a provider is
/// ever shown as an address comes from here, never from a request.
package struct BrokerConfiguration: Sendable {
    /// `server.public_url`, byte for byte.
    package let issuer: Issuer
    /// `server.link_url`; the issuer's own origin when there is no second host.
    package let linkOrigin: String
    package let lifetimes: Lifetimes
    package let clients: [Client]
    package let apis: [ProtectedAPI]
    package let rateLimits: RateLimits

    package init(
        issuer: Issuer, linkOrigin: String?, lifetimes: Lifetimes, clients: [Client], apis: [ProtectedAPI],
        rateLimits: RateLimits = .standard
    ) {
        self.issuer = issuer
        self.linkOrigin = linkOrigin ?? issuer.text
        self.lifetimes = lifetimes
        self.clients = clients
        self.apis = apis
        self.rateLimits = rateLimits
    }

    /// Whether links are opened on a host of their own, as iOS needs (Apple TN3155).
    package var hasLinkHost: Bool { linkOrigin != issuer.text }

    /// Whether the proxy serves us over TLS; false on loopback hosts for development alone.
    var isSecure: Bool { issuer.text.hasPrefix("https:") }

    /// Whether an address lies on one of our two hosts.
    func isOurs(_ url: StrictURL) -> Bool { url.origin == issuer.text || url.origin == linkOrigin }

    /// Whether a path of our two hosts is Homing's own, so that no page of a client can lie there.
    package static func isOwn(path: String) -> Bool { RoutingTable.isOwn(path) }

    package func client(_ id: ClientID) -> Client? { clients.first { $0.clientID == id } }

    /// The redirect URI of this broker at an upstream provider.
    package static func callbackURI(issuer: Issuer, provider: ProviderID) -> String {
        "\(issuer.text)/oauth/provider/\(provider.text)/callback"
    }
}
