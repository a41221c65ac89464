import HTTP

/// What a proxy puts before everything else on a connection to say whom it speaks for: the PROXY protocol, versions 1 and
/// 2 (haproxy.org/download/3.0/doc/proxy-protocol.txt sections 2.1 and 2.2).
package enum ProxyHeader {
    /// What some first octets of a connection are.
    package enum Reading: Equatable, Sendable {
        /// A beginning; the same octets and more of them, please.
        case needMore
        /// A whole header of so many octets; nil: the proxy speaks for itself, or does not know for whom.
        case header(source: ClientAddress?, length: Int)
        /// Something else. Told with the first octet that cannot stand where it stands.
        case garbage
    }

    /// Octets of a header of version 2 beyond its addresses.
    static let extensionLimit = 536

    package static func read(_ bytes: some Collection<UInt8>) -> Reading {
        guard let first = bytes.first else { return .needMore }
        return first == ProxyHeaderV2.signature[0]
            ? ProxyHeaderV2.read(Array(bytes.prefix(ProxyHeaderV2.longest)))
            : ProxyHeaderV1.read(Array(bytes.prefix(ProxyHeaderV1.longest)))
    }

    /// Whether bytes are a beginning of what must stand first, or all of it.
    static func agrees(_ bytes: [UInt8], with expected: [UInt8]) -> Bool {
        zip(bytes, expected).allSatisfy { $0 == $1 }
    }
}
