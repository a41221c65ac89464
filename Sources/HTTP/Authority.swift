import Codec

/// Host and port, as in the Host field (RFC 9110 section 7.2).
enum Authority {
    /// Whether the bytes are a host and nothing else but perhaps a colon and a port of 1 to 65535.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var hostEnd = bytes.count
        for index in stride(from: bytes.count - 1, through: 0, by: -1) {
            if bytes[index] == UInt8(ascii: "]") { break }
            if bytes[index] == Octet.colon {
                hostEnd = index
                break
            }
        }
        if hostEnd < bytes.count {
            let port = UnsafeBufferPointer(rebasing: bytes[(hostEnd + 1)...])
            guard port.first != UInt8(ascii: "0"), DecimalDigits.parse(utf8: port, limit: 65535) != nil else {
                return false
            }
        }
        return HostName.isValid(UnsafeBufferPointer(rebasing: bytes[..<hostEnd]))
    }
}
