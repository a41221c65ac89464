import Codec

extension AuthorizationRequest {
    /// RFC 6749 section 3.3: no more than the client is registered for, and said so, not silently less: an app
    /// that got less than it asked for would find out when somebody needs it.
    ///
    /// Without `scope` the app gets what it is registered for, save offline access, which must be asked for.
    static func checkScope(
        _ parameters: AuthorizationParameters, _ client: Client
    ) throws(AuthorizationError) -> Scope {
        guard let text = parameters[.scope] else { return client.scope.without(Scope.offlineAccess) }
        guard let scope = Scope(parsing: text) else {
            throw AuthorizationError(.invalidScope, "scope must be tokens with one space between them")
        }
        guard let foreign = scope.tokens.first(where: { !client.scope.contains($0) }) else { return scope }
        // What a stranger wrote is repeated only where it can be a name.
        let name = foreign.utf8.count <= 64 ? "the scope \(foreign)" : "a scope that it asks for"
        throw AuthorizationError(.invalidScope, "the client is not registered for \(name)")
    }

    /// RFC 8707 section 2: one API that is configured, as an exact text.
    static func checkResource(
        _ parameters: AuthorizationParameters, _ apis: [ProtectedAPI]
    ) throws(AuthorizationError) -> String? {
        guard let resource = parameters[.resource] else { return nil }
        guard let api = apis.first(where: { $0.audience.utf8.elementsEqual(resource.utf8) }) else {
            throw AuthorizationError(.invalidTarget, "resource is not the audience of a configured API")
        }
        return api.audience
    }
}
