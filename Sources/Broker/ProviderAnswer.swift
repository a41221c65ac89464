import Codec

/// What a provider sent back through the browser: its own authorization response (RFC 6749 §4.1.2), not yet believed.
struct ProviderAnswer: Sendable {
    enum Outcome: Sendable {
        case code(String)
        case error(String)
    }

    let state: String
    let issuer: String?
    let outcome: Outcome

    init(_ form: Form) throws(Refusal) {
        guard let state = try Parameters.single("state", form) else { throw .badLink("state is missing") }
        self.state = state
        issuer = try Parameters.single("iss", form)
        let code = try Parameters.single("code", form)
        if let error = try Parameters.single("error", form) {
            outcome = .error(error)
        } else if let code, !code.isEmpty {
            outcome = .code(code)
        } else {
            throw .badLink("neither code nor error is there")
        }
    }

    /// The same answer as a GET of our own path.
    func location(at path: String) -> String {
        var pairs = [("state", state)]
        switch outcome {
        case .code(let code): pairs.append(("code", code))
        case .error(let error): pairs.append(("error", error))
        }
        if let issuer { pairs.append(("iss", issuer)) }
        return path + "?" + Form.encode(pairs)
    }
}
