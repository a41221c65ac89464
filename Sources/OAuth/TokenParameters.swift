import Codec

/// The parameters of a request that an app makes itself, each once.
struct TokenParameters {
    /// A handful of pairs: looking through them is quicker than hashing.
    private var values: [(name: String, value: String)] = []

    /// - Throws: `invalid_request` for one of `known` that stands twice, equal or not (RFC 6749 section 3.2).
    init(_ form: Form, known: [String]) throws(TokenError) {
        values.reserveCapacity(form.pairs.count)
        for pair in form.pairs where known.contains(pair.name) {
            guard !values.contains(where: { $0.name == pair.name }) else {
                throw TokenError(.invalidRequest, "\(pair.name) is there more than once")
            }
            values.append(pair)
        }
    }

    /// The value; nil when the parameter is absent or empty.
    subscript(name: String) -> String? {
        guard let found = values.first(where: { $0.name == name }), !found.value.isEmpty else { return nil }
        return found.value
    }

    func required(_ name: String) throws(TokenError) -> String {
        guard let value = self[name] else { throw TokenError(.invalidRequest, "\(name) is missing") }
        return value
    }

    func clientID() throws(TokenError) -> ClientID {
        guard let id = ClientID(try required("client_id")) else {
            throw TokenError(.invalidClient, "client_id is not that of a client")
        }
        return id
    }

    /// A verifier of another form cannot be the right one (RFC 7636 section 4.6).
    func verifier() throws(TokenError) -> CodeVerifier {
        guard let text = self["code_verifier"], let verifier = CodeVerifier(text) else {
            throw TokenError(
                .invalidGrant, "code_verifier is missing, or not 43 to 128 letters, digits and -._~")
        }
        return verifier
    }
}
