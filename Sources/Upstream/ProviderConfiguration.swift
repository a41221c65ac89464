import Codec
import OAuth

/// How we prove at a token endpoint who we are (RFC 6749 section 2.3.1, OIDC Core section 9).
package enum ClientAuthentication: String, Sendable, Equatable {
    case basic = "client_secret_basic"
    case post = "client_secret_post"
    case none
}

/// One provider as the operator configured it.
package struct ProviderConfiguration: Sendable, Equatable {
    /// The behaviours there are; presets are values of these.
    package enum Kind: Sendable, Equatable {
        case openID
    }

    package let id: ProviderID
    package let kind: Kind
    package let displayName: String
    /// Exactly as the provider writes it in its metadata and tokens (H18).
    package let issuer: StrictURL
    package let clientID: String
    package let clientSecret: String?
    package let scope: Scope
    /// Nil: as the provider's metadata says, `client_secret_basic` before `client_secret_post`.
    package let authentication: ClientAuthentication?

    package init(
        id: ProviderID, kind: Kind = .openID, displayName: String, issuer: StrictURL, clientID: String,
        clientSecret: String?, scope: Scope, authentication: ClientAuthentication? = nil
    ) {
        self.id = id
        self.kind = kind
        self.displayName = displayName
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scope = scope
        self.authentication = authentication
    }

    /// Where the metadata lies (OIDC Discovery section 4.1). One slash is trimmed for the address alone.
    var discoveryURL: String {
        var base = issuer.text[...]
        if base.utf8.last == UInt8(ascii: "/") { base = base.dropLast() }
        return base + "/.well-known/openid-configuration"
    }
}
