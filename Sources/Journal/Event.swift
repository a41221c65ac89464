/// What operators may be told: a closed list with typed fields, so that no code, state, token, verifier, handle,
/// cookie, query string or e-mail address has a place where it could stand.
///
/// `route` is the pattern of a route, never a received path. A transaction is named by the first 12 hexadecimal
/// digits of the SHA-256 of its id. What comes from outside is `Untrusted`.
package enum Event: Sendable {
    case started(version: String)
    case listening(address: String)
    case draining(inFlight: Int)
    case stopped
    case reloaded(clients: Int, providers: Int)
    /// `text` names file, key path, fault and mend; never a value of a secret.
    case configurationFault(text: Untrusted)
    case configurationWarning(text: Untrusted)
    case requestAnswered(RequestRecord)
    case upstreamFault(provider: String, reason: Untrusted)
    case upstreamKeysSkipped(provider: String, count: Int)
    case upstreamKeysFetched(provider: String, count: Int)
    case storeFault(reason: String)
    case storeRecovered
    /// The store was found to be a copy that was put back: an epoch began, in which nothing handed out before works.
    case storeRestored(epoch: Int)
    case keyMade(kid: String, algorithm: String)
    case keyDropped(kid: String)
    case connectionRefused(reason: ConnectionRefusal, address: String)
    /// The clock went back against what the store has seen, by so many milliseconds.
    case clockWentBack(milliseconds: Int64)
    case internalFault(StaticString)
    /// What only helps while developing.
    case note(StaticString, Untrusted? = nil)
}

/// Why a connection was not served, or not any longer.
package enum ConnectionRefusal: String, Sendable, CaseIterable {
    case tooMany = "too_many_connections"
    case headTimeout = "head_timeout"
    case bodyTimeout = "body_timeout"
    case writeTimeout = "write_timeout"
    case malformed
    case tooLarge = "too_large"
    case proxyProtocol = "proxy_protocol"
    case forwarding
    case descriptors = "no_descriptors"
}
