import Codec

/// A request to /mobile/resume: a handle for the authorization response. Well-formed, nothing of it checked yet.
package struct ResumeRequest: Sendable {
    package let handle: String
    package let clientID: ClientID
    package let verifier: CodeVerifier

    /// - Throws: the error that the app hears.
    package init(_ form: Form) throws(TokenError) {
        let parameters = try TokenParameters(form, known: ["handle", "client_id", "code_verifier"])
        handle = try parameters.required("handle")
        clientID = try parameters.clientID()
        _ = try parameters.required("code_verifier")
        verifier = try parameters.verifier()
    }

    /// Reads the same parameters as members of a JSON object.
    ///
    /// - Throws: the error that the app hears.
    package init(json bytes: [UInt8]) throws(TokenError) {
        guard let object = FlatObject(bytes) else {
            throw TokenError(.invalidRequest, "the body must be a JSON object that names each member once")
        }
        try self.init(Form(object.texts))
    }
}
