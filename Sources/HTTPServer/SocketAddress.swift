import CLinux
import Glibc
import HTTP

/// An address as the system's calls want it.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    init() {}

    init(_ address: ListenAddress) {
        switch address {
        case .internet(let address, let port) where address.isV6:
            var value = sockaddr_in6()
            value.sin6_family = sa_family_t(AF_INET6)
            value.sin6_port = port.bigEndian
            inet_pton(AF_INET6, address.text, &value.sin6_addr)
            store(value)
        case .internet(let address, let port):
            var value = sockaddr_in()
            value.sin_family = sa_family_t(AF_INET)
            value.sin_port = port.bigEndian
            inet_pton(AF_INET, address.text, &value.sin_addr)
            store(value)
        case .local(let path):
            var value = sockaddr_un()
            value.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
            store(value)
        }
    }

    private mutating func store<Value>(_ value: Value) {
        withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: value, as: Value.self) }
        length = socklen_t(MemoryLayout<Value>.size)
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// The address, and its port (0 for a Unix socket).
    var client: (address: ClientAddress, port: UInt16) {
        withUnsafeBytes(of: storage) { bytes in
            switch family {
            case AF_INET:
                let value = bytes.load(as: sockaddr_in.self)
                return (
                    ClientAddress(v4: UInt32(bigEndian: value.sin_addr.s_addr)),
                    UInt16(bigEndian: value.sin_port)
                )
            case AF_INET6:
                let value = bytes.load(as: sockaddr_in6.self)
                let (high, low) = withUnsafeBytes(of: value.sin6_addr) {
                    ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                }
                let address = ClientAddress(v6high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
                return (address, UInt16(bigEndian: value.sin6_port))
            default: return (.none, 0)
            }
        }
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// The name of a socket's own end.
    mutating func read(nameOf socket: Int32) -> Bool {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &length) == 0
            }
        }
    }

    /// Accepts one connection and keeps its peer; -1 with errno when there is none.
    mutating func accept(from listener: Int32) -> Int32 {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return clinux_accept(listener, &storage, &length)
    }
}
