import HTTP

/// The line of version 1: `PROXY TCP4 203.0.113.7 192.0.2.1 4711 443`, ended by CR LF.
enum ProxyHeaderV1 {
    /// With the CR LF.
    static let longest = 107

    private static let beginning = Array("PROXY ".utf8)
    private static let cr = UInt8(ascii: "\r"), lf = UInt8(ascii: "\n")

    /// - Parameter bytes: no more than the longest line.
    static func read(_ bytes: [UInt8]) -> ProxyHeader.Reading {
        guard ProxyHeader.agrees(bytes, with: beginning) else { return .garbage }
        guard let end = bytes.firstIndex(where: { $0 == cr || $0 == lf }) else {
            return bytes.count < longest && bytes.allSatisfy(isPrintable) ? .needMore : .garbage
        }
        guard bytes[end] == cr, bytes[..<end].allSatisfy(isPrintable) else { return .garbage }
        guard end + 1 < bytes.count else { return bytes.count < longest ? .needMore : .garbage }
        guard bytes[end + 1] == lf, beginning.count < end else { return .garbage }
        return line(bytes[beginning.count..<end], length: end + 2)
    }

    private static func line(_ bytes: ArraySlice<UInt8>, length: Int) -> ProxyHeader.Reading {
        let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        // What follows is for nobody.
        if words[0] == "UNKNOWN" { return .header(source: nil, length: length) }
        let isV6 = words[0] == "TCP6"
        guard isV6 || words[0] == "TCP4", words.count == 5,
            let source = address(words[1], isV6), address(words[2], isV6) != nil,
            isPort(words[3]), isPort(words[4])
        else { return .garbage }
        return .header(source: source, length: length)
    }

    private static func address(_ text: String, _ isV6: Bool) -> ClientAddress? {
        text.contains(":") == isV6 ? ClientAddress(text) : nil
    }

    /// 0 to 65535 without leading zeros.
    private static func isPort(_ text: String) -> Bool {
        let digits = Array(text.utf8)
        guard (1...5).contains(digits.count), digits.count == 1 || digits[0] != UInt8(ascii: "0"),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65_535
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }
}
