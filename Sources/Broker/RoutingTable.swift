import Codec
import OAuth

/// Finds the route of a path. Paths are compared as the bytes that were sent: no decoding, no dot segments, no `;`.
struct RoutingTable: Sendable {
    private let fixed: [String: Route]
    /// What no client can have at one of its own paths.
    private static let own: [Route] = [.authorize, .complete, .resume, .token, .userinfo]
    private static let providerPrefix = "/oauth/provider/"
    private static let providerSuffix = "/callback"

    init(_ configuration: BrokerConfiguration) {
        var fixed: [String: Route] = [:]
        for route in Self.own + [.callbackPage] { fixed[route.pattern] = route }
        // Every redirect URI and open-app path of a client on our own hosts is a page as well. A path that is both is a
        // callback, which takes a handle too.
        for uri in configuration.clients.flatMap(\.redirectURIs) {
            guard let url = StrictURL(uri.text), configuration.isOurs(url), fixed[url.path] == nil else {
                continue
            }
            fixed[url.path] = .callbackPage
        }
        for path in configuration.clients.map(\.openAppPath) + [Route.openApp.pattern]
        where fixed[path] == nil {
            fixed[path] = .openApp
        }
        self.fixed = fixed
    }

    /// Whether a path of our hosts is our own, so that no page of a client can lie there.
    static func isOwn(_ path: String) -> Bool {
        own.contains { $0.pattern == path } || provider(of: path) != nil || path.hasPrefix("/.well-known/")
            || path == Documents.keysPath || path == Documents.appleAssociationPath
    }

    func route(of path: String) -> Route? { fixed[path] ?? Self.provider(of: path) }

    private static func provider(of path: String) -> Route? {
        guard path.hasPrefix(providerPrefix), path.hasSuffix(providerSuffix) else { return nil }
        let id = path.dropFirst(providerPrefix.count).dropLast(providerSuffix.count)
        return id.isEmpty || id.contains("/") ? nil : .providerCallback(id: String(id))
    }
}
