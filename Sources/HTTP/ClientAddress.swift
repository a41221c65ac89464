import Glibc

/// The address a request comes from, for limits and logs.
///
/// An IPv4 address mapped into IPv6 is the IPv4 address.
package struct ClientAddress: Sendable, Hashable {
    private enum Kind: UInt8, Sendable { case none, v4, v6 }

    private let kind: Kind
    private let high: UInt64
    private let low: UInt64

    private init(kind: Kind, high: UInt64, low: UInt64) {
        self.kind = kind
        self.high = high
        self.low = low
    }

    /// No address: a Unix socket.
    package static let none = ClientAddress(kind: .none, high: 0, low: 0)

    /// The four octets as one number, the first in the highest place (host byte order).
    package init(v4: UInt32) { self.init(kind: .v4, high: 0, low: UInt64(v4)) }

    /// The sixteen octets as two numbers, the first octet in the highest place (host byte order).
    package init(v6high high: UInt64, low: UInt64) {
        if high == 0, low >> 32 == 0xFFFF {
            self.init(v4: UInt32(truncatingIfNeeded: low))
        } else {
            self.init(kind: .v6, high: high, low: low)
        }
    }

    /// An address without port, brackets or zone; nil for all else.
    package init?(_ text: String) {
        // The C library would stop at a NUL and take what stands before it.
        guard !text.utf8.contains(0) else { return nil }
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(v4: UInt32(bigEndian: v4.s_addr))
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            let octets = withUnsafeBytes(of: v6) { Array($0) }
            let high = octets[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let low = octets[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            self.init(v6high: high, low: low)
        } else {
            return nil
        }
    }

    /// The usual text form; empty for `none`.
    package var text: String {
        switch kind {
        case .none: return ""
        case .v4:
            return [24, 16, 8, 0].map { String(low >> $0 & 255) }.joined(separator: ".")
        case .v6:
            var octets = (high.bigEndian, low.bigEndian)
            let size = Int(INET6_ADDRSTRLEN)
            return String(unsafeUninitializedCapacity: size) { target in
                target.withMemoryRebound(to: CChar.self) { text in
                    guard inet_ntop(AF_INET6, &octets, text.baseAddress, socklen_t(size)) != nil else {
                        return 0
                    }
                    return text.firstIndex(of: 0) ?? 0
                }
            }
        }
    }

    /// 127.0.0.0/8 or ::1: this machine itself.
    package var isLoopback: Bool {
        kind == .v4 ? low >> 24 == 127 : kind == .v6 && high == 0 && low == 1
    }

    package var isV6: Bool { kind == .v6 }

    /// What limits count by: an IPv6 address stands for its /64, since a household has all of it.
    package var limitKey: ClientAddress {
        kind == .v6 ? ClientAddress(kind: .v6, high: high, low: 0) : self
    }

    /// Whether the address begins with the same `prefix` bits as `network`; never across families.
    package func isWithin(_ network: ClientAddress, prefix: Int) -> Bool {
        guard kind == network.kind, prefix >= 0 else { return false }
        switch kind {
        case .none: return false
        case .v4: return prefix <= 32 && (low ^ network.low) >> UInt64(32 - prefix) == 0
        case .v6:
            guard prefix <= 128 else { return false }
            if prefix <= 64 { return (high ^ network.high) >> UInt64(64 - prefix) == 0 }
            return high == network.high && (low ^ network.low) >> UInt64(128 - prefix) == 0
        }
    }
}
