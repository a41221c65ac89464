/// A handle presented at /mobile/resume.
package struct HandleRedemption: Sendable {
    package let handle: NumberedID
    package let clientID: ClientID
    package let verifier: CodeVerifier
    /// When the request arrived.
    package let now: Timestamp
    /// Seconds that the code lives from here.
    package let codeLifetime: Int

    package init(
        handle: NumberedID, clientID: ClientID, verifier: CodeVerifier, now: Timestamp, lifetimes: Lifetimes
    ) {
        self.handle = handle
        self.clientID = clientID
        self.verifier = verifier
        self.now = now
        codeLifetime = lifetimes.code
    }

    package var id: TransactionID { handle.id }
}

/// A code presented at the token endpoint (RFC 6749 section 4.1.3).
package struct CodeRedemption: Sendable {
    package let id: TransactionID
    package let clientID: ClientID
    package let redirectURI: String
    package let verifier: CodeVerifier
    /// When the request arrived.
    package let now: Timestamp
    /// Seconds that the first refresh token lives.
    package let refreshLifetime: Int

    package init(
        id: TransactionID, clientID: ClientID, redirectURI: String, verifier: CodeVerifier, now: Timestamp,
        lifetimes: Lifetimes
    ) {
        self.id = id
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.verifier = verifier
        self.now = now
        refreshLifetime = lifetimes.refreshToken
    }
}

/// A refresh token presented at the token endpoint (RFC 6749 section 6).
package struct RefreshRotation: Sendable {
    package let token: NumberedID
    package let clientID: ClientID
    /// What the app asks for; nil: what it has.
    package let scope: Scope?
    package let resource: String?
    /// When the request arrived.
    package let now: Timestamp
    /// Seconds that the successor lives unused.
    package let refreshLifetime: Int
    /// Seconds that the token before the current one is still answered; 0: none.
    package let grace: Int

    package init(
        token: NumberedID, clientID: ClientID, scope: Scope? = nil, resource: String? = nil, now: Timestamp,
        lifetimes: Lifetimes
    ) {
        self.token = token
        self.clientID = clientID
        self.scope = scope
        self.resource = resource
        self.now = now
        refreshLifetime = lifetimes.refreshToken
        grace = lifetimes.refreshGrace
    }

    package var id: TransactionID { token.id }
}
