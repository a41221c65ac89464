/// An address to listen on, and how those who connect there begin.
package struct Listener: Hashable, Sendable {
    package let address: ListenAddress
    /// Whether a PROXY protocol header must come first. Whoever can connect is believed: it says the peer's address.
    package let expectsProxyHeader: Bool

    package init(_ address: ListenAddress, expectsProxyHeader: Bool = false) {
        self.address = address
        self.expectsProxyHeader = expectsProxyHeader
    }
}

/// A listening socket of one loop.
struct Door: Sendable {
    let socket: Int32
    let expectsProxyHeader: Bool
}
