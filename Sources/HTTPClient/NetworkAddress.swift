/// An IP address, by whom it can reach.
enum NetworkAddress: Sendable {
    enum Reach: Sendable { case loopback, world, none }

    case v4(UInt32)
    /// Sixteen bytes, in network order.
    case v6([UInt8])

    var reach: Reach {
        switch self {
        case .v4(let address): Self.reach(address)
        case .v6(let bytes): Self.reach(bytes)
        }
    }

    /// Networks that are not the world's (RFC 6890): this host, private, shared, link-local, documentation,
    /// benchmarking, 6to4 relays, multicast, reserved, broadcast.
    private static let closed: [(network: UInt32, prefix: UInt32)] = [
        (0x0000_0000, 8), (0x0A00_0000, 8), (0x6440_0000, 10), (0xA9FE_0000, 16), (0xAC10_0000, 12),
        (0xC000_0000, 24), (0xC000_0200, 24), (0xC058_6300, 24), (0xC0A8_0000, 16), (0xC612_0000, 15),
        (0xC633_6400, 24), (0xCB00_7100, 24), (0xE000_0000, 4), (0xF000_0000, 4),
    ]

    private static func reach(_ address: UInt32) -> Reach {
        if address >> 24 == 127 { return .loopback }
        let isClosed = closed.contains { address >> (32 - $0.prefix) == $0.network >> (32 - $0.prefix) }
        return isClosed ? .none : .world
    }

    /// Only global unicast (2000::/3) is the world's; addresses that carry an IPv4 address reach what that one does.
    private static func reach(_ bytes: [UInt8]) -> Reach {
        guard bytes.count == 16 else { return .none }
        let leading = bytes.prefix { $0 == 0 }.count
        if leading == 15 && bytes[15] == 1 { return .loopback }
        if leading == 10 && bytes[10] == 0xFF && bytes[11] == 0xFF { return reach(embedded(bytes[12...])) }
        // NAT64, RFC 6052
        if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
            return onlyWorld(embedded(bytes[12...]))
        }
        guard bytes[0] & 0xE0 == 0x20 else { return .none }
        // 6to4, RFC 3056
        if bytes[0] == 0x20 && bytes[1] == 0x02 { return onlyWorld(embedded(bytes[2..<6])) }
        let isTeredoOrDocumentation =
            bytes.starts(with: [0x20, 0x01, 0x00, 0x00]) || bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
        return isTeredoOrDocumentation ? .none : .world
    }

    private static func embedded(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func onlyWorld(_ address: UInt32) -> Reach {
        reach(address) == .world ? .world : .none
    }
}
