import Broker
import Codec
import OAuth
import Upstream

/// Reads `providers` and `apis`.
struct ProvidersReading {
    let log: FaultLog
    let secrets: SecretSource

    func providers(_ root: Section) -> [ProviderConfiguration] {
        guard let items = root.has("providers") ? root.list("providers") : [] else { return [] }
        if items.isEmpty {
            log.fault(
                root.child("providers"), "names no identity provider",
                mend: "add one: { id: \"…\", kind: \"oidc\", issuer: \"https://…\", client_id: \"…\" }")
        }
        var providers: [ProviderConfiguration] = []
        for item in items {
            guard let section = Section(item, log, secrets) else { continue }
            let provider = provider(section)
            section.finish()
            guard let provider else { continue }
            if providers.contains(where: { $0.id == provider.id }) {
                log.fault(section.child("id"), "stands twice", mend: "give each provider an id of its own")
            }
            providers.append(provider)
        }
        return providers
    }

    private func provider(_ section: Section) -> ProviderConfiguration? {
        let id = section.required("id", example: "\"google\"").flatMap { text -> ProviderID? in
            if let id = ProviderID(text) { return id }
            log.fault(
                section.child("id"), "\(section.child("id").shown(text)) cannot stand in a path",
                mend: "use lower-case letters, digits, - and _")
            return nil
        }
        if !section.has("kind") { log.fault(section.child("kind"), "is missing", mend: "add kind: \"oidc\"") }
        let kind = section.word("kind", ProviderKind.self)
        let issuer = issuer(section)
        let clientID = section.required("client_id", example: "\"…\"")
        let secret = section.text("client_secret")
        let name = section.text("name")
        let scope = scope(section)
        let method = section.word("token_endpoint_auth_method", ProviderAuthentication.self)
        guard let id, kind != nil, let issuer, let clientID, let scope else { return nil }
        return ProviderConfiguration(
            id: id, displayName: name ?? id.text, issuer: issuer, clientID: clientID, clientSecret: secret,
            scope: scope,
            authentication: method.map(\.value))
    }

    private func issuer(_ section: Section) -> StrictURL? {
        guard let text = section.required("issuer", example: "\"https://accounts.google.com\"") else {
            return nil
        }
        let node = section.child("issuer")
        guard let url = StrictURL(text), url.query == nil else {
            log.fault(
                node, "\(node.shown(text)) is not an absolute URL",
                mend: "write it as the provider's metadata does")
            return nil
        }
        guard url.scheme == "https" || (url.scheme == "http" && url.isLoopback) else {
            log.fault(
                node, "must be https (http is taken for loopback hosts alone)", mend: "write \"https://…\"")
            return nil
        }
        return url
    }

    private func scope(_ section: Section) -> Scope? {
        let text = section.text("scope") ?? "openid profile email"
        guard let scope = Scope(parsing: text) else {
            log.fault(
                section.child("scope"), "is not a list of scopes", mend: "write \"openid profile email\"")
            return nil
        }
        guard scope.contains(Scope.openID) else {
            log.fault(
                section.child("scope"), "lacks openid, so the provider would send no ID token",
                mend: "add openid")
            return nil
        }
        return scope
    }

    func apis(_ root: Section) -> [ProtectedAPI] {
        (root.list("apis") ?? []).compactMap { item in
            guard let section = Section(item, log, secrets) else { return nil }
            defer { section.finish() }
            _ = section.text("introspection_client")
            let audience = section.required("audience", example: "\"https://api.example.com\"")
            let scope = section.text("scope").flatMap { Scope(parsing: $0) }
            if scope == nil {
                log.fault(
                    section.child("scope"), "is missing or no list of scopes",
                    mend: "add scope: \"orders.read\"")
            }
            guard let audience, let scope else { return nil }
            guard let url = StrictURL(audience), url.scheme == "https" || url.isLoopback else {
                log.fault(
                    section.child("audience"), "is not an absolute URI",
                    mend: "write \"https://api.example.com\"")
                return nil
            }
            return ProtectedAPI(audience: audience, scope: scope)
        }
    }
}

/// `providers[].kind` as this build knows it.
enum ProviderKind: String, CaseIterable { case oidc }

/// `providers[].token_endpoint_auth_method`: how we prove who we are at the provider.
enum ProviderAuthentication: String, CaseIterable {
    case basic = "client_secret_basic"
    case post = "client_secret_post"
    case none

    var value: ClientAuthentication {
        switch self {
        case .basic: .basic
        case .post: .post
        case .none: .none
        }
    }
}
