import HTTP

/// Where a server listens: `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` (IPv4) or `unix:/run/homing/http.sock`.
package enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
    case internet(ClientAddress, port: UInt16)
    case local(path: String)

    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            guard path.hasPrefix("/"), path.utf8.count <= 107, !path.utf8.contains(0) else { return nil }
            self = .local(path: path)
            return
        }
        guard let colon = text.utf8.lastIndex(of: 0x3A),
            let port = Self.port(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard let address = ClientAddress(host == "localhost" ? "127.0.0.1" : String(host)) else {
            return nil
        }
        self = .internet(address, port: port)
    }

    package var description: String {
        switch self {
        case .internet(let address, let port):
            address.isV6 ? "[\(address.text)]:\(port)" : "\(address.text):\(port)"
        case .local(let path): "unix:" + path
        }
    }

    /// One to five digits; 0 lets the system choose.
    private static func port(_ text: Substring) -> UInt16? {
        let digits = Array(text.utf8)
        guard (1...5).contains(digits.count) else { return nil }
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return UInt16(exactly: value)
    }
}
