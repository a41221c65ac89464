import Glibc

/// What may stand where a URL or a Host field names a host: a DNS name, an IPv4 address or an IPv6 one in brackets.
package enum HostName {
    /// Whether the bytes are a host without a port. At most 253 bytes (RFC 1035 section 2.3.4).
    package static func isValid(_ host: some Collection<UInt8>) -> Bool {
        host.inOnePiece { isValid($0) }
    }

    /// As the other, for bytes in one piece.
    package static func isValid(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = host.first, host.count <= 253 else { return false }
        if first == UInt8(ascii: "[") { return isIPv6InBrackets(host) }
        var labelStart = 0
        for index in 0...host.count {
            if index == host.count || host[index] == UInt8(ascii: ".") {
                guard index > labelStart, index - labelStart <= 63 else { return false }
                if index < host.count { labelStart = index + 1 }
            } else {
                guard isNameByte(host[index]) else { return false }
            }
        }
        // Parsers that take 0x7f.1 for an address must not meet it: a last label that looks like a number is
        // part of a dotted quad or refused (WHATWG URL, "ends in a number").
        if isNumberLike(UnsafeBufferPointer(rebasing: host[labelStart...])) { return isIPv4(host) }
        return true
    }

    /// Whether the bytes are four decimal octets, none with a leading zero.
    package static func isIPv4(_ host: some Collection<UInt8>) -> Bool {
        var octets = 0
        var digits = 0
        var value = 0
        for byte in host {
            if byte == UInt8(ascii: ".") {
                guard digits > 0, octets < 3 else { return false }
                octets += 1
                digits = 0
                value = 0
            } else {
                guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return false }
                guard digits == 0 || value > 0 else { return false }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
                digits += 1
                guard value <= 255 else { return false }
            }
        }
        return octets == 3 && digits > 0
    }

    private static func isIPv6InBrackets(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        guard host.count >= 4, host.count <= 47, host.last == UInt8(ascii: "]") else { return false }
        let inner = host[1..<host.count - 1]
        for byte in inner {
            guard Hex.digit(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") else {
                return false
            }
        }
        var address = in6_addr()
        return inet_pton(AF_INET6, String(decoding: inner, as: UTF8.self), &address) == 1
    }

    private static func isNumberLike(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
        if label.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) { return true }
        guard label.count >= 2, label[0] == UInt8(ascii: "0"), label[1] | 32 == UInt8(ascii: "x") else {
            return false
        }
        return label.dropFirst(2).allSatisfy { Hex.digit($0) != nil }
    }

    @inline(__always) private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }
}
