import HTTP

extension BrokerConfiguration {
    /// Browsers that came over TLS shall come no other way from now on (RFC 6797 section 7.1). Said by the broker in
    /// every answer of its own, never by the proxy, so that it is said once.
    func secured(_ response: Response) -> Response {
        guard isSecure else { return response }
        var response = response
        response.fields.append(.strictTransportSecurity, "max-age=31536000")
        return response
    }
}
