/// The steps of a sign-in and of what comes after it.
package enum SignInPhase: Int, Sendable, CaseIterable {
    case authorize, pushed, provider, callback, complete, open, resume, token, refresh, revoke
    case introspect, userinfo, logout

    static var count: Int { SignInPhase.logout.rawValue + 1 }

    package var name: String {
        switch self {
        case .authorize: "authorize"
        case .pushed: "pushed"
        case .provider: "provider"
        case .callback: "callback"
        case .complete: "complete"
        case .open: "open_app"
        case .resume: "resume"
        case .token: "token"
        case .refresh: "refresh"
        case .revoke: "revoke"
        case .introspect: "introspect"
        case .userinfo: "userinfo"
        case .logout: "logout"
        }
    }
}

/// How a step ended.
package enum SignInOutcome: Int, Sendable, CaseIterable {
    case started, redirected, issued, shown, redeemed, rotated, repeated, revoked, answered
    case denied, refused, replayed, expired, failed, unavailable

    static var count: Int { SignInOutcome.unavailable.rawValue + 1 }

    package var name: String {
        switch self {
        case .started: "started"
        case .redirected: "redirected"
        case .issued: "issued"
        case .shown: "shown"
        case .redeemed: "redeemed"
        case .rotated: "rotated"
        case .repeated: "repeated"
        case .revoked: "revoked"
        case .answered: "answered"
        case .denied: "denied"
        case .refused: "refused"
        case .replayed: "replayed"
        case .expired: "expired"
        case .failed: "failed"
        case .unavailable: "unavailable"
        }
    }
}
