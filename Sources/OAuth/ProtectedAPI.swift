/// An API that access tokens are made for (RFC 8707).
package struct ProtectedAPI: Sendable, Equatable {
    /// The resource indicator, compared as an exact text.
    package let audience: String
    package let scope: Scope

    package init(audience: String, scope: Scope) {
        self.audience = audience
        self.scope = scope
    }
}
