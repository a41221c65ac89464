/// Whether an authorization response may come from this provider (RFC 9207 section 2.4, H17). Asked before
/// anything in the response is acted on, its `error` included.
enum CallbackIssuer {
    /// - Parameter received: the `iss` of the response; nil when there is none.
    /// - Parameter isPromised: whether the provider's metadata promises one.
    static func isAccepted(_ received: String?, configured: String, isPromised: Bool) -> Bool {
        guard let received else { return !isPromised }
        return received.utf8.elementsEqual(configured.utf8)
    }
}
