import EventLoop
import Glibc
import HTTP

/// Why a server cannot listen.
package struct ListenFailure: Error, CustomStringConvertible {
    package let address: ListenAddress
    package let cause: SystemFailure

    package var description: String { "cannot listen on \(address): \(cause)" }
}

/// The sockets of one address: one a loop for the internet, one shared by all loops for a path.
struct ListeningSockets: ~Copyable {
    /// Where they listen, with the port that the system chose.
    let address: ListenAddress
    private(set) var descriptors: [Int32] = []

    init(_ wanted: ListenAddress, count: Int) throws(ListenFailure) {
        var address = wanted
        var made: [Int32] = []
        do {
            for _ in 0..<count {
                if case .local = wanted, let first = made.first {
                    made.append(try Self.check("dup", fcntl(first, F_DUPFD_CLOEXEC, 0)))
                    continue
                }
                made.append(try Self.open(address))
                address = Self.bound(made[0], wanted)
            }
        } catch {
            for descriptor in made { close(descriptor) }
            throw ListenFailure(address: wanted, cause: error)
        }
        self.address = address
        descriptors = made
    }

    /// Hands the sockets over to those who will close them.
    consuming func take() -> [Int32] {
        let taken = descriptors
        descriptors = []
        return taken
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }

    private static func open(_ address: ListenAddress) throws(SystemFailure) -> Int32 {
        let name = SocketAddress(address)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = try check("socket", Glibc.socket(name.family, kind, 0))
        do throws(SystemFailure) {
            switch address {
            case .internet(let host, _):
                try set(socket, SOL_SOCKET, SO_REUSEADDR)
                try set(socket, SOL_SOCKET, SO_REUSEPORT)
                // Accepted sockets inherit it.
                try set(socket, Int32(IPPROTO_TCP), TCP_NODELAY)
                if host.isV6 { try set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
            case .local(let path): removeStale(path)
            }
            try check("bind", name.withPointer { bind(socket, $0, $1) })
            try check("listen", listen(socket, 4_096))
        } catch {
            close(socket)
            throw error
        }
        return socket
    }

    /// Unlinks a socket that a former process left behind: one that nobody answers on.
    private static func removeStale(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let probe = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return }
        defer { close(probe) }
        let answer = SocketAddress(.local(path: path)).withPointer { connect(probe, $0, $1) }
        if answer != 0, errno == ECONNREFUSED { unlink(path) }
    }

    private static func bound(_ socket: Int32, _ wanted: ListenAddress) -> ListenAddress {
        var name = SocketAddress()
        guard case .internet(let address, _) = wanted, name.read(nameOf: socket) else { return wanted }
        return .internet(address, port: name.client.port)
    }

    private static func set(_ socket: Int32, _ level: Int32, _ option: Int32) throws(SystemFailure) {
        var on: Int32 = 1
        try check("setsockopt", setsockopt(socket, level, option, &on, socklen_t(MemoryLayout<Int32>.size)))
    }

    @discardableResult
    private static func check(_ call: String, _ result: Int32) throws(SystemFailure) -> Int32 {
        if result < 0 { throw SystemFailure(call) }
        return result
    }
}
