import HTTP
import HTTPServer
import Testing

struct ProxyHeaderTests {
    private func read(_ text: String) -> ProxyHeader.Reading { ProxyHeader.read(Array(text.utf8)) }

    @Test(arguments: [
        ("PROXY TCP4 203.0.113.7 192.0.2.1 4711 443\r\n", "203.0.113.7"),
        ("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n", "255.255.255.255"),
        ("PROXY TCP6 2001:db8::1 ::1 4711 0\r\n", "2001:db8::1"),
        ("PROXY TCP6 ::ffff:203.0.113.7 ::1 4711 443\r\n", "203.0.113.7"),
    ])
    func `version 1 names the source`(line: String, source: String) {
        let expected = ProxyHeader.Reading.header(source: ClientAddress(source), length: line.utf8.count)
        #expect(read(line) == expected)
        #expect(read(line + "GET / HTTP/1.1\r\n") == expected)
    }

    @Test(arguments: [
        "PROXY UNKNOWN\r\n", "PROXY UNKNOWN 1.2.3.4 what ever\r\n",
        "PROXY UNKNOWN ffff:f...f:ffff ffff:f...f:ffff 65535 65535\r\n",
    ])
    func `version 1 may not know`(line: String) {
        #expect(read(line) == .header(source: nil, length: line.utf8.count))
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\n", "proxy TCP4 203.0.113.7 192.0.2.1 4711 443\r\n", "PROXY \r\n", "PROXY\r\n",
        "PROXY TCP4 203.0.113.7 192.0.2.1 4711 443\n", "PROXY TCP4 203.0.113.7 192.0.2.1 4711 443\r\r\n",
        "PROXY  TCP4 203.0.113.7 192.0.2.1 4711 443\r\n", "PROXY TCP4 203.0.113.7  192.0.2.1 4711 443\r\n",
        "PROXY TCP4 203.0.113.7 192.0.2.1 4711 443 \r\n", "PROXY TCP4\t203.0.113.7 192.0.2.1 4711 443\r\n",
        "PROXY TCP4 203.0.113.7 192.0.2.1 4711\r\n", "PROXY TCP4 203.0.113.07 192.0.2.1 4711 443\r\n",
        "PROXY TCP4 203.0.113.7 192.0.2.1 +471 443\r\n", "PROXY TCP4 203.0.113.7 192.0.2.1 04711 443\r\n",
        "PROXY TCP4 203.0.113.7 192.0.2.1 4711 65536\r\n", "PROXY TCP4 203.0.113.7 192.0.2.1 4711 \r\n",
        "PROXY TCP4 2001:db8::1 ::1 4711 443\r\n", "PROXY TCP6 203.0.113.7 192.0.2.1 4711 443\r\n",
        "PROXY TCP6 [2001:db8::1] ::1 4711 443\r\n", "PROXY TCP6 fe80::1%eth0 ::1 4711 443\r\n",
        "PROXY UDP4 203.0.113.7 192.0.2.1 4711 443\r\n", "PROXY UNKNOWNS\r\n", "PROXY UNKNOWN \u{0}\r\n",
        "PROXY TCP4 203.0.113.7 evil 4711 443\r\n",
    ])
    func `version 1 is refused when it is any other line`(line: String) {
        #expect(read(line) == .garbage)
    }

    @Test func `version 1 is refused at the first octet that cannot stand there, whatever follows`() {
        let line = "PROXY TCP4 203.0.113.7\u{0}192.0.2.1 4711 443\r\n"
        for end in 23...line.utf8.count { #expect(ProxyHeader.read(line.utf8.prefix(end)) == .garbage) }
    }

    @Test func `a line of version 1 ends within 107 octets`() {
        let longest = "PROXY UNKNOWN " + String(repeating: "x", count: 91) + "\r\n"
        #expect(read(longest) == .header(source: nil, length: 107))
        #expect(read("PROXY UNKNOWN " + String(repeating: "x", count: 92) + "\r\n") == .garbage)
        #expect(read("PROXY UNKNOWN " + String(repeating: "x", count: 92)) == .needMore)
        #expect(read("PROXY UNKNOWN " + String(repeating: "x", count: 93)) == .garbage)
        #expect(read("PROXY UNKNOWN " + String(repeating: "x", count: 92) + "\r") == .garbage)
    }

    @Test(arguments: [
        Array("PROXY TCP4 203.0.113.7 192.0.2.1 4711 443\r\n".utf8), ProxyOctets.v4(), ProxyOctets.v6(),
        ProxyOctets.header(0x20, 0x00, []), ProxyOctets.v4(extensions: [0x04, 0, 2, 1, 1]),
    ])
    func `every beginning of a header wants more`(header: [UInt8]) {
        for count in 0..<header.count { #expect(ProxyHeader.read(header.prefix(count)) == .needMore) }
        #expect(ProxyHeader.read(header) != .needMore)
    }

    @Test(arguments: [
        (ProxyOctets.v4(), "203.0.113.7"), (ProxyOctets.v4(0x12), "203.0.113.7"),
        (ProxyOctets.v6(), "2001:db8::1"), (ProxyOctets.v6(0x22), "2001:db8::1"),
        (ProxyOctets.v4(extensions: [0x04, 0, 0, 0xEA, 0, 3, 1, 2, 3]), "203.0.113.7"),
        (ProxyOctets.v4(extensions: [0x04, 0x02, 0x15] + [UInt8](repeating: 0, count: 533)), "203.0.113.7"),
    ])
    func `version 2 names the source`(header: [UInt8], source: String) {
        let expected = ProxyHeader.Reading.header(source: ClientAddress(source), length: header.count)
        #expect(ProxyHeader.read(header) == expected)
        #expect(ProxyHeader.read(header + Array("GET / HTTP/1.1\r\n".utf8)) == expected)
    }

    @Test(arguments: [
        ProxyOctets.header(0x20, 0x00, []), ProxyOctets.header(0x20, 0x11, ProxyOctets.v4Addresses),
        ProxyOctets.header(0x20, 0xFF, [1, 2, 3]), ProxyOctets.header(0x21, 0x00, []),
        ProxyOctets.header(0x21, 0x00, [0x04, 0, 1, 0]),
        ProxyOctets.header(0x21, 0x31, [UInt8](repeating: 0x2F, count: 216)),
    ])
    func `version 2 may speak for the proxy itself, or not know`(header: [UInt8]) {
        #expect(ProxyHeader.read(header) == .header(source: nil, length: header.count))
    }

    @Test(arguments: [
        ProxyOctets.header(0x11, 0x11, ProxyOctets.v4Addresses),
        ProxyOctets.header(0x22, 0x11, ProxyOctets.v4Addresses),
        ProxyOctets.header(0x21, 0x41, ProxyOctets.v4Addresses),
        ProxyOctets.header(0x21, 0x13, ProxyOctets.v4Addresses),
        ProxyOctets.header(0x21, 0x10, ProxyOctets.v4Addresses),
        ProxyOctets.header(0x21, 0x01, ProxyOctets.v4Addresses),
        ProxyOctets.header(0x21, 0x11, ProxyOctets.v4Addresses.dropLast()),
        ProxyOctets.header(0x21, 0x21, ProxyOctets.v4Addresses),
        ProxyOctets.v4(extensions: [0x04]), ProxyOctets.v4(extensions: [0x04, 0, 2, 1]),
        ProxyOctets.v4(extensions: [0x04, 0x02, 0x16] + [UInt8](repeating: 0, count: 534)),
        ProxyOctets.header(0x20, 0x00, [UInt8](repeating: 0, count: 753)),
        Array("\r\n\r\nGET / HTTP/1.1\r\n".utf8),
    ])
    func `version 2 is refused when it is anything else`(header: [UInt8]) {
        #expect(ProxyHeader.read(header) == .garbage)
    }
}

/// Headers of version 2.
enum ProxyOctets {
    static let v4Addresses: [UInt8] = [203, 0, 113, 7, 192, 0, 2, 1, 0x12, 0x67, 0x01, 0xBB]
    private static let v6Addresses: [UInt8] =
        [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        + [UInt8](repeating: 0, count: 15) + [1, 0x12, 0x67, 0x01, 0xBB]

    static func v4(_ family: UInt8 = 0x11, extensions: [UInt8] = []) -> [UInt8] {
        header(0x21, family, v4Addresses + extensions)
    }

    static func v6(_ family: UInt8 = 0x21) -> [UInt8] { header(0x21, family, v6Addresses) }

    static func header(_ command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
        [0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A, command, family]
            + [UInt8(rest.count >> 8), UInt8(rest.count & 255)] + rest
    }
}
