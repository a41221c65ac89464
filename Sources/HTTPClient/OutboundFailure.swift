/// Why a request has no response. None of it names a secret: no URL, no field, no body.
package enum OutboundFailure: Error, Sendable, Equatable {
    /// The request itself cannot be sent: its URL, scheme or a field.
    case unsendable(String)
    /// The name leads to an address that the request's policy does not allow.
    case refusedAddress
    case unknownHost
    case noConnection
    /// The certificate or the handshake.
    case noTrust(String)
    case timeout
    /// The body or the fields passed their bound, and reading stopped.
    case tooLarge
    /// What came is no HTTP response, or broke off.
    case badResponse(String)
    /// The client was closed, or libcurl could not do its work.
    case unavailable(String)

    /// One line for an operator.
    package var reason: String {
        switch self {
        case .unsendable(let reason): "the request cannot be sent: \(reason)"
        case .refusedAddress: "the address is private, loopback or otherwise not to be asked"
        case .unknownHost: "the host name is not known"
        case .noConnection: "no connection"
        case .noTrust(let reason): "TLS failed: \(reason)"
        case .timeout: "no answer in time"
        case .tooLarge: "the answer is too large"
        case .badResponse(let reason): "the answer is no HTTP response: \(reason)"
        case .unavailable(let reason): "the HTTP client failed: \(reason)"
        }
    }
}
