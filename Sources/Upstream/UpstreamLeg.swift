/// What one trip of a browser to a provider carries: our own state, nonce and challenge, and what the app asked
/// to be passed on.
package struct UpstreamLeg: Sendable {
    package let state: String
    package let nonce: String
    /// S256 of our verifier, base64url.
    package let challenge: String
    package let prompt: String?
    /// Seconds.
    package let maxAge: Int?
    package let loginHint: String?
    package let uiLocales: String?
    package let acrValues: String?

    package init(
        state: String, nonce: String, challenge: String, prompt: String? = nil, maxAge: Int? = nil,
        loginHint: String? = nil, uiLocales: String? = nil, acrValues: String? = nil
    ) {
        self.state = state
        self.nonce = nonce
        self.challenge = challenge
        self.prompt = prompt
        self.maxAge = maxAge
        self.loginHint = loginHint
        self.uiLocales = uiLocales
        self.acrValues = acrValues
    }
}

/// What the answer of that trip is held against.
package struct UpstreamProof: Sendable {
    package let verifier: String
    package let nonce: String
    /// Seconds; nil when the app did not ask.
    package let maxAge: Int?

    package init(verifier: String, nonce: String, maxAge: Int? = nil) {
        self.verifier = verifier
        self.nonce = nonce
        self.maxAge = maxAge
    }
}
