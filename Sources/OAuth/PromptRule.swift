import Codec

extension AuthorizationRequest {
    /// OIDC Core section 3.1.2.1: `none` stands alone.
    static func checkPrompt(_ parameters: AuthorizationParameters) throws(AuthorizationError) -> Prompt {
        guard let prompt = Prompt(parsing: parameters[.prompt] ?? "") else {
            throw AuthorizationError(
                .invalidRequest, "prompt must be none alone, or of login, consent and select_account")
        }
        return prompt
    }

    /// OIDC Core section 3.1.2.1: seconds since the person last signed in.
    static func checkMaxAge(_ parameters: AuthorizationParameters) throws(AuthorizationError) -> Int? {
        guard let text = parameters[.maxAge] else { return nil }
        guard let seconds = DecimalDigits.parse(text, limit: Int(UInt32.max)) else {
            throw AuthorizationError(.invalidRequest, "max_age must be a number of seconds")
        }
        return seconds
    }

    /// Our own parameter: which provider to go to. Whether there is such a one, the caller knows.
    static func checkProvider(_ parameters: AuthorizationParameters) throws(AuthorizationError) -> ProviderID?
    {
        guard let text = parameters[.provider] else { return nil }
        guard let provider = ProviderID(text) else {
            throw AuthorizationError(.invalidRequest, "provider is not the name of a provider")
        }
        return provider
    }
}
