import HTTP

/// The binary header of version 2: signature, command, family, length, addresses, extensions (TLVs).
enum ProxyHeaderV2 {
    static let signature: [UInt8] = [
        0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
    ]
    /// Signature, command, family and length.
    private static let fixed = 16
    /// Two paths of Unix sockets: the longest addresses there are.
    private static let longestAddresses = 216
    static let longest = fixed + longestAddresses + ProxyHeader.extensionLimit

    private enum Family: UInt8 {
        case unspecified = 0
        case v4 = 1
        case v6 = 2
        case unix = 3

        /// What both addresses, with their ports, take.
        var size: Int {
            switch self {
            case .unspecified: 0
            case .v4: 12
            case .v6: 36
            case .unix: longestAddresses
            }
        }
    }

    /// - Parameter bytes: no more than the longest header.
    static func read(_ bytes: [UInt8]) -> ProxyHeader.Reading {
        guard ProxyHeader.agrees(bytes, with: signature) else { return .garbage }
        guard bytes.count > 12 else { return .needMore }
        switch bytes[12] {
        // LOCAL: by the proxy itself, such as a health check; what it says of families and addresses is for nobody.
        case 0x20: return rest(bytes, of: nil)
        case 0x21:
            guard bytes.count > 13 else { return .needMore }
            // No more than datagrams; and unspecified in one half only is not foreseen.
            guard let family = Family(rawValue: bytes[13] >> 4), bytes[13] & 15 <= 2,
                (family == .unspecified) == (bytes[13] & 15 == 0)
            else { return .garbage }
            return rest(bytes, of: family)
        default: return .garbage
        }
    }

    private static func rest(_ bytes: [UInt8], of family: Family?) -> ProxyHeader.Reading {
        guard bytes.count >= fixed else { return .needMore }
        let count = Int(bytes[14]) << 8 | Int(bytes[15])
        let least = family?.size ?? 0
        let most = (family?.size ?? longestAddresses) + ProxyHeader.extensionLimit
        guard (least...most).contains(count) else { return .garbage }
        guard bytes.count >= fixed + count else { return .needMore }
        if let family, !areExtensions(bytes[(fixed + family.size)..<(fixed + count)]) { return .garbage }
        return .header(source: source(bytes, family), length: fixed + count)
    }

    /// The first of the addresses; a path of the proxy's machine says nothing to us.
    private static func source(_ bytes: [UInt8], _ family: Family?) -> ClientAddress? {
        switch family {
        case .v4: ClientAddress(v4: UInt32(truncatingIfNeeded: number(bytes[16..<20])))
        case .v6: ClientAddress(v6high: number(bytes[16..<24]), low: number(bytes[24..<32]))
        case .unix, .unspecified, nil: nil
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Type, length in two octets, value; one after another to the end. What they say is not asked for here.
    private static func areExtensions(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while rest.count >= 3 {
            let start = rest.startIndex
            let count = Int(rest[start + 1]) << 8 | Int(rest[start + 2])
            guard rest.count >= 3 + count else { return false }
            rest = rest.dropFirst(3 + count)
        }
        return rest.isEmpty
    }
}
