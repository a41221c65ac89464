import AppLinks
import Broker
import Codec
import OAuth

/// Reads `clients`.
struct ClientsReading {
    let log: FaultLog
    let secrets: SecretSource
    let origins: ServerReading.Origins?

    func clients(_ root: Section) -> [Client] {
        guard let items = root.has("clients") ? root.list("clients") : [] else { return [] }
        if items.isEmpty {
            log.fault(
                root.child("clients"), "names no client",
                mend: "add one: { client_id: …, redirect_uris: [ … ] }")
        }
        var clients: [Client] = []
        for item in items {
            guard let section = Section(item, log, secrets), let client = client(section) else { continue }
            if clients.contains(where: { $0.clientID == client.clientID }) {
                log.fault(
                    section.child("client_id"), "stands twice", mend: "give each client an id of its own")
            }
            clients.append(client)
        }
        warnOfSharedPaths(clients, root)
        return clients
    }

    private func client(_ section: Section) -> Client? {
        defer { section.finish() }
        let id = clientID(section)
        let uris = redirectURIs(section)
        let scope = scope(section)
        guard let id, !uris.isEmpty, let scope else {
            _ = rest(section, of: nil)
            return nil
        }
        let name = section.text("client_name") ?? id.text
        return rest(section, of: Client(clientID: id, name: name, redirectURIs: uris, scope: scope))
    }

    /// What may be left out. Read for its faults even when there is no client to put it into.
    private func rest(_ section: Section, of client: Client?) -> Client? {
        _ = section.member("client_name")
        let firstParty = section.bool("first_party")
        _ = section.word("token_endpoint_auth_method", TokenEndpointAuthMethod.self)
        notInThisBuild(section)
        let algorithm = section.word("id_token_signed_response_alg", Client.IDTokenAlgorithm.self)
        let openAppPath = openAppPath(section)
        let scheme = customScheme(section)
        let stores = storeLinks(section)
        let branding = branding(section)
        let origins = allowedOrigins(section)
        let android = androidApps(section)
        let ios = iosApps(section)
        let signedOut = section.texts("post_logout_redirect_uris").map(\.text)
        guard var client else { return nil }
        client.isFirstParty = firstParty ?? false
        client.idTokenAlgorithm = algorithm ?? .es256
        client.postLogoutRedirectURIs = signedOut
        client.openAppPath = openAppPath ?? client.openAppPath
        client.customSchemeFallback = scheme
        client.storeLinks = stores
        client.branding = branding
        client.allowedOrigins = origins
        client.androidApps = android
        client.iosApps = ios
        return client
    }

    /// What the configuration may say and this build does not do: a demand must not be dropped without a word.
    private func notInThisBuild(_ section: Section) {
        for key in ["dpop_bound_access_tokens", "require_pushed_authorization_requests"]
        where section.bool(key) == true {
            log.fault(
                section.child(key), "cannot be demanded in this build", mend: "leave it out or write false")
        }
        if section.text("sso_group") != nil {
            log.warn(section.child("sso_group"), "has no effect in this build", mend: "leave it out")
        }
    }

    private func clientID(_ section: Section) -> ClientID? {
        guard let text = section.required("client_id", example: "\"com.example.mobile\"") else { return nil }
        if let id = ClientID(text) { return id }
        log.fault(
            section.child("client_id"), "is not printable ASCII",
            mend: "write letters, digits, dots and dashes")
        return nil
    }

    private func redirectURIs(_ section: Section) -> [RedirectURI.Registration] {
        guard let items = section.has("redirect_uris") ? section.list("redirect_uris") : [] else { return [] }
        if items.isEmpty {
            log.fault(
                section.child("redirect_uris"), "names no redirect URI",
                mend: "add redirect_uris: [\"https://link.example.com/mobile/oauth/callback\"]")
        }
        var uris: [RedirectURI.Registration] = []
        for (node, text) in section.texts("redirect_uris") {
            do {
                let uri = try RedirectURI.validate(registration: text)
                for warning in uri.warnings { explain(text, warning.explanation, node, as: log.warn) }
                checkPath(uri, node)
                uris.append(uri)
            } catch { explain(text, error.explanation, node, as: log.fault) }
        }
        return uris
    }

    /// On the issuer host redirect URIs lie under `/mobile/`; the link host has no other paths of ours in their way.
    private func checkPath(_ uri: RedirectURI.Registration, _ node: Node) {
        guard let origins, let url = StrictURL(uri.text),
            url.origin == origins.issuer.text || url.origin == origins.link
        else { return }
        if BrokerConfiguration.isOwn(path: url.path) {
            log.fault(node, "lies on a path that is Homing's own", mend: "use another path under /mobile/")
        }
        guard url.origin == origins.issuer.text, !url.path.hasPrefix("/mobile/") else { return }
        log.fault(
            node, "lies on the issuer host outside /mobile/",
            mend: "use a path under /mobile/, or the link host")
    }

    /// A room's explanations of a URI say problem and mend around a colon.
    private func explain(
        _ uri: String, _ text: String, _ node: Node, as note: (Node, String, String) -> Void
    ) {
        let parts = text.split(separator: ": ", maxSplits: 1)
        note(
            node, "\(node.shown(uri)) \(parts[0])",
            parts.count > 1 ? String(parts[1]) : "see the documentation")
    }

    private func scope(_ section: Section) -> Scope? {
        guard let text = section.text("scope") else {
            return section.has("scope") ? nil : Scope(parsing: "openid")
        }
        if let scope = Scope(parsing: text) { return scope }
        log.fault(
            section.child("scope"),
            "is not a list of scopes with one space between them (RFC 6749 section 3.3)",
            mend: "write \"openid profile email\"")
        return nil
    }

    private func openAppPath(_ section: Section) -> String? {
        guard let text = section.text("open_app_path") else { return nil }
        let mend = "write \"/mobile/open-app\""
        if LinkPath(text) == nil {
            log.fault(section.child("open_app_path"), "is not a plain path", mend: mend)
        } else if BrokerConfiguration.isOwn(path: text) {
            log.fault(section.child("open_app_path"), "is a path that is Homing's own", mend: mend)
        } else {
            return text
        }
        return nil
    }

    private func customScheme(_ section: Section) -> String? {
        guard let text = section.text("custom_scheme_fallback") else { return nil }
        let node = section.child("custom_scheme_fallback")
        do {
            let uri = try RedirectURI.validate(registration: text)
            guard case .privateUse = uri.kind, !text.utf8.contains(UInt8(ascii: "?")) else {
                log.fault(
                    node, "is no URI of a private-use scheme", mend: "write \"com.example.mobile:/resume\"")
                return nil
            }
            for warning in uri.warnings { explain(text, warning.explanation, node, as: log.warn) }
            return text
        } catch { explain(text, error.explanation, node, as: log.fault) }
        return nil
    }

    /// Two clients that claim one path on one of our hosts cannot be told apart by the system that opens apps.
    private func warnOfSharedPaths(_ clients: [Client], _ root: Section) {
        var owner: [String: ClientID] = [:]
        for client in clients {
            for uri in client.redirectURIs where uri.httpsPath != nil {
                if let other = owner[uri.text], other != client.clientID {
                    log.warn(
                        root.child("clients"),
                        "\(other.text) and \(client.clientID.text) both claim \(uri.text)",
                        mend: "give each app a path of its own, so that the system opens the right one")
                }
                owner[uri.text] = client.clientID
            }
        }
    }
}

/// How a client proves who it is at the token endpoint (RFC 7591 §2).
enum TokenEndpointAuthMethod: String, CaseIterable { case none }
