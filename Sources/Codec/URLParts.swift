/// What one pass over the bytes of an absolute http or https URL found (RFC 3986 section 3).
struct URLParts {
    let isSecure: Bool
    let host: String
    let port: Int?
    let path: String
    let query: String?

    init?(_ source: UnsafeBufferPointer<UInt8>) {
        guard let (isSecure, start) = Self.scheme(source) else { return nil }
        var end = start
        while end < source.count, source[end] != UInt8(ascii: "/"), source[end] != UInt8(ascii: "?") {
            end += 1
        }
        guard let (host, port) = Self.authority(source[start..<end]) else { return nil }
        var pathEnd = end
        while pathEnd < source.count, source[pathEnd] != UInt8(ascii: "?") { pathEnd += 1 }
        let path = source[end..<pathEnd]
        let query = pathEnd < source.count ? source[(pathEnd + 1)...] : nil
        guard path.allSatisfy(Self.isPathByte), query?.allSatisfy({ Self.isQueryByte($0) }) ?? true,
            PercentEncoding.isWellFormed(path), PercentEncoding.isWellFormed(query ?? path)
        else { return nil }
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.path = String(decoding: path, as: UTF8.self)
        self.query = query.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func scheme(_ source: UnsafeBufferPointer<UInt8>) -> (isSecure: Bool, end: Int)? {
        for (isSecure, prefix) in [(true, "https://"), (false, "http://")] as [(Bool, StaticString)] {
            let count = prefix.utf8CodeUnitCount
            guard source.count > count else { continue }
            let matches = (0..<count).allSatisfy { index in
                let byte = source[index]
                let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                return (isUpper ? byte | 32 : byte) == prefix.utf8Start[index]
            }
            if matches { return (isSecure, count) }
        }
        return nil
    }

    private static func authority(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (String, Int?)? {
        var hostEnd = bytes.endIndex
        var port: Int?
        // A colon behind the last bracket begins the port; those inside brackets belong to the address.
        let search = bytes.lastIndex(of: UInt8(ascii: "]")) ?? bytes.startIndex
        if let colon = bytes[search...].firstIndex(of: UInt8(ascii: ":")) {
            let digits = bytes[(colon + 1)...]
            guard digits.first != UInt8(ascii: "0"),
                let number = DecimalDigits.parse(utf8: digits, limit: 65535)
            else { return nil }
            port = number
            hostEnd = colon
        }
        let host = bytes[bytes.startIndex..<hostEnd]
        guard HostName.isValid(host) else { return nil }
        return (String(decoding: host, as: UTF8.self).lowercased(), port)
    }

    /// pchar or a slash.
    private static func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&")...UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"):
            return true
        default: return PercentEncoding.isUnreserved(byte)
        }
    }

    private static func isQueryByte(_ byte: UInt8) -> Bool { isPathByte(byte) || byte == UInt8(ascii: "?") }
}
