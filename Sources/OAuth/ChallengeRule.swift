extension AuthorizationRequest {
    /// RFC 7636 section 4.3, RFC 9700 section 2.1.1: S256 of every client. Nothing is trimmed or guessed.
    static func checkChallenge(_ parameters: AuthorizationParameters) throws(AuthorizationError)
        -> CodeChallenge
    {
        guard let text = parameters[.codeChallenge] else {
            throw AuthorizationError(
                .invalidRequest, "code_challenge is missing: PKCE with code_challenge_method=S256 is required"
            )
        }
        guard parameters[.codeChallengeMethod] == "S256" else {
            throw AuthorizationError(
                .invalidRequest, "code_challenge_method must be S256 (left out it would mean plain)")
        }
        guard let challenge = CodeChallenge(text) else {
            throw AuthorizationError(
                .invalidRequest,
                "code_challenge must be 43 characters: the SHA-256 of the code_verifier in base64url "
                    + "without padding (method S256)")
        }
        return challenge
    }

    /// OIDC Core section 3.1.2.1: any text; bounded, because it lies in a cookie.
    static func checkNonce(_ parameters: AuthorizationParameters) throws(AuthorizationError) -> String? {
        try parameters.bounded(.nonce, 512)
    }
}
