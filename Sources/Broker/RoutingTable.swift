import Codec
import OAuth

/// Finds the route of a path. Paths are compared as the bytes that were sent: no decoding, no dot segments, no `;`.
struct RoutingTable: Sendable {
    private let fixed: [String: Route]
    private static let providerPrefix = "/oauth/provider/"
    private static let providerSuffix = "/callback"

    init(_ configuration: BrokerConfiguration) {
        var fixed: [String: Route] = [:]
        for route: Route in [.authorize, .callbackPage, .complete, .openApp, .resume, .token, .userinfo] {
            fixed[route.pattern] = route
        }
        // Every redirect URI and open-app path of a client on our own hosts is a page as well. A path that is both is a
        // callback, which takes a handle too.
        for uri in configuration.clients.flatMap(\.redirectURIs) {
            guard let url = StrictURL(uri.text), configuration.isOurs(url), fixed[url.path] == nil else {
                continue
            }
            fixed[url.path] = .callbackPage
        }
        for path in configuration.clients.map(\.openAppPath) where fixed[path] == nil {
            fixed[path] = .openApp
        }
        self.fixed = fixed
    }

    func route(of path: String) -> Route? {
        if let route = fixed[path] { return route }
        guard path.hasPrefix(Self.providerPrefix), path.hasSuffix(Self.providerSuffix) else { return nil }
        let id = path.dropFirst(Self.providerPrefix.count).dropLast(Self.providerSuffix.count)
        return id.isEmpty || id.contains("/") ? nil : .providerCallback(id: String(id))
    }
}
