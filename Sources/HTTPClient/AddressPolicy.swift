import CLinux
import Glibc

/// Which addresses a request may reach (A49). Decided on the resolved address, so that no name leads around it.
struct AddressPolicy: Sendable {
    let allowsLoopback: Bool
    /// Whether the request is plain http, which is for loopback alone.
    let isPlain: Bool

    /// For a socket address as the resolver gave it; other families than IPv4 and IPv6 are refused.
    func allows(_ address: UnsafePointer<sockaddr>, length: Int) -> Bool {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET where length >= MemoryLayout<sockaddr_in>.size:
            return allows(.v4(UInt32(bigEndian: raw.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr)))
        case AF_INET6 where length >= MemoryLayout<sockaddr_in6>.size:
            let bytes = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return allows(.v6(withUnsafeBytes(of: bytes) { Array($0) }))
        default:
            return false
        }
    }

    /// For an address as text, as libcurl tells it of a connection that it uses again.
    func allows(text: UnsafePointer<CChar>) -> Bool {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 { return allows(.v4(UInt32(bigEndian: v4.s_addr))) }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return false }
        return allows(.v6(withUnsafeBytes(of: v6) { Array($0) }))
    }

    private func allows(_ address: NetworkAddress) -> Bool {
        switch address.reach {
        case .loopback: allowsLoopback
        case .world: !isPlain
        case .none: false
        }
    }
}
