import Codec

extension AuthorizationRequest {
    /// RFC 6749 section 4.1.1: `client_id`, once, and known.
    static func checkClient(_ form: Form, _ clients: (ClientID) -> Client?) throws(PageReason) -> Client {
        let text: String?
        do { text = try form.single("client_id") } catch { throw .repeatedClientID }
        guard let text, !text.isEmpty else { throw .missingClientID }
        guard let id = ClientID(text), let client = clients(id) else { throw .unknownClient }
        return client
    }

    /// RFC 9700 section 2.1: `redirect_uri`, once, and exactly one that is registered. Never defaulted.
    static func checkRedirectURI(_ form: Form, _ client: Client) throws(PageReason) -> RedirectURI.Registered
    {
        let text: String?
        do { text = try form.single("redirect_uri") } catch { throw .repeatedRedirectURI }
        guard let text, !text.isEmpty else { throw .missingRedirectURI }
        guard let match = client.matching(text) else { throw .unregisteredRedirectURI }
        return match
    }
}
