import HTTP
import Journal

/// Every dynamic path of the public listener. What is made once (metadata, keys, association files, assets) is a
/// `Documents` entry instead.
enum Route: Sendable, Equatable {
    case authorize
    case providerCallback(id: String)
    case callbackPage
    case complete
    case openApp
    case resume
    case token
    case userinfo

    /// How logs and metrics call it: never the path of a request.
    var label: RouteLabel {
        switch self {
        case .authorize: .authorize
        case .providerCallback: .providerCallback
        case .callbackPage: .callbackPage
        case .complete: .complete
        case .openApp: .openApp
        case .resume: .resume
        case .token: .token
        case .userinfo: .userinfo
        }
    }

    var pattern: String { label.pattern }

    /// The methods that do something here; HEAD only where GET has no effect.
    var methods: [Method] {
        switch self {
        case .authorize, .providerCallback, .userinfo: [.get, .post]
        case .callbackPage, .complete, .openApp: [.get, .head]
        case .resume, .token: [.post]
        }
    }

    var allow: String { methods.map(\.name).joined(separator: ", ") }

    /// What a request to it is called in the log.
    var phase: SignInPhase {
        switch self {
        case .authorize: .authorize
        case .providerCallback: .provider
        case .callbackPage: .callback
        case .complete: .complete
        case .openApp: .open
        case .resume: .resume
        case .token: .token
        case .userinfo: .userinfo
        }
    }

    /// Whose budget a request takes from.
    var purpose: RateLimits.Purpose {
        switch self {
        case .authorize: .authorize
        case .providerCallback: .callback
        case .token, .userinfo: .token
        case .resume: .resume
        case .callbackPage, .complete, .openApp: .pages
        }
    }

    /// Whether an app asks, which is answered in JSON, or a person's browser, which gets a page.
    var isForApps: Bool {
        switch self {
        case .resume, .token, .userinfo: true
        default: false
        }
    }

    /// The hosts that serve it.
    func isServed(on site: Site) -> Bool {
        switch (self, site) {
        case (_, .both): true
        case (.callbackPage, _), (.openApp, .link): true
        case (.openApp, .issuer): false
        case (_, let site): site == .issuer
        }
    }
}
