/// The routes that logs and metrics tell apart, by the pattern that both write. A closed list: no path that somebody
/// sent can become a name.
package enum RouteLabel: Int, Sendable, CaseIterable {
    case authorize, providerCallback, callbackPage, complete, openApp, resume, token, userinfo
    case openIDConfiguration, serverMetadata, keys
    case assetLinks, appleAssociation, appleAssociationAtRoot
    case assets, favicon
    /// An unknown path or host, or bytes that are no request.
    case none

    /// How many there are.
    static var count: Int { RouteLabel.none.rawValue + 1 }

    package var pattern: String {
        switch self {
        case .authorize: "/oauth/authorize"
        case .providerCallback: "/oauth/provider/{id}/callback"
        case .callbackPage: "/mobile/oauth/callback"
        case .complete: "/mobile/complete"
        case .openApp: "/mobile/open-app"
        case .resume: "/mobile/resume"
        case .token: "/oauth/token"
        case .userinfo: "/oauth/userinfo"
        case .openIDConfiguration: "/.well-known/openid-configuration"
        case .serverMetadata: "/.well-known/oauth-authorization-server"
        case .keys: "/oauth/jwks.json"
        case .assetLinks: "/.well-known/assetlinks.json"
        case .appleAssociation: "/.well-known/apple-app-site-association"
        case .appleAssociationAtRoot: "/apple-app-site-association"
        case .assets: "/assets/{name}"
        case .favicon: "/favicon.ico"
        case .none: "none"
        }
    }

    /// The label of something that is made once and served under `path`.
    package init(documentAt path: String) {
        self =
            Self.allCases.first { $0.pattern == path && $0 != .none }
            ?? (path.hasPrefix("/assets/") ? .assets : .none)
    }
}
