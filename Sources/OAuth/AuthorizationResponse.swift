/// What an app hears at its redirect URI (RFC 6749 sections 4.1.2 and 4.1.2.1, RFC 9207).
package enum AuthorizationResponse: Sendable, Equatable {
    case success(code: String, state: String?)
    case failure(AuthorizationError, state: String?)

    /// The response at `redirectURI`: the registered bytes with the parameters behind them, `iss` always among
    /// them, in the one encoding that form decoders and plain percent decoders read alike.
    package func location(at redirectURI: RedirectURI.Registered, issuer: Issuer) -> String {
        var parameters: [(String, String)] = []
        parameters.reserveCapacity(4)
        let state: String?
        switch self {
        case .success(let code, let given):
            parameters.append(("code", code))
            state = given
        case .failure(let error, let given):
            parameters.append(("error", error.code.rawValue))
            let description = Self.clean(error.description)
            if !description.isEmpty { parameters.append(("error_description", description)) }
            state = given
        }
        if let state { parameters.append(("state", state)) }
        parameters.append(("iss", issuer.text))
        return redirectURI.appending(parameters)
    }

    /// Printable ASCII without `"` and `\`, which is all that a description may hold; a question mark for the rest.
    static func clean(_ description: String) -> String {
        let bytes = description.utf8.prefix(256).map { byte in
            let isAllowed = 0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            return isAllowed ? byte : UInt8(ascii: "?")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
