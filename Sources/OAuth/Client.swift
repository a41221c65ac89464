/// An app, as it is registered.
package struct Client: Sendable {
    package let clientID: ClientID
    package let name: String
    package let redirectURIs: [RedirectURI.Registration]
    /// What the app may ask for.
    package let scope: Scope
    package var isFirstParty = false
    package var idTokenAlgorithm: IDTokenAlgorithm = .es256
    package var postLogoutRedirectURIs: [String] = []
    /// The path on the link host that opens the app.
    package var openAppPath = "/mobile/open-app"
    package var customSchemeFallback: String?
    package var storeLinks = StoreLinks()
    package var branding = Branding()
    /// The origins of hybrid apps, exactly as browsers send them.
    package var allowedOrigins: [String] = []
    package var androidApps: [AndroidRegistration] = []
    package var iosApps: [String] = []

    package init(clientID: ClientID, name: String, redirectURIs: [RedirectURI.Registration], scope: Scope) {
        self.clientID = clientID
        self.name = name
        self.redirectURIs = redirectURIs
        self.scope = scope
    }

    /// The redirect URI that a request named, when it is one of this client's byte for byte (RFC 9700 section
    /// 2.1) or one of its loopback URIs with another port.
    package func matching(_ received: String) -> RedirectURI.Registered? {
        for registration in redirectURIs {
            if let match = registration.matching(received) { return match }
        }
        return nil
    }
}

extension Client {
    /// What the client's ID tokens are signed with (`id_token_signed_response_alg`).
    package enum IDTokenAlgorithm: String, Sendable, CaseIterable { case es256 = "ES256", rs256 = "RS256" }

    package struct StoreLinks: Sendable, Equatable {
        package var android: String?
        package var ios: String?

        package init(android: String? = nil, ios: String? = nil) {
            self.android = android
            self.ios = ios
        }
    }

    package struct Branding: Sendable, Equatable {
        package var accent: String?
        package var logo: String?
        package var supportURL: String?

        package init(accent: String? = nil, logo: String? = nil, supportURL: String? = nil) {
            self.accent = accent
            self.logo = logo
            self.supportURL = supportURL
        }
    }

    /// An Android app that opens this client's links.
    package struct AndroidRegistration: Sendable, Equatable {
        package let packageName: String
        package let fingerprints: [String]

        package init(packageName: String, fingerprints: [String]) {
            self.packageName = packageName
            self.fingerprints = fingerprints
        }
    }
}
