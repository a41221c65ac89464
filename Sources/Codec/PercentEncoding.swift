/// Percent-encoding (RFC 3986 section 2.1) with the unreserved characters alone left as they are.
package enum PercentEncoding {
    /// `text` as one component of a URL or a form: a space is %20, a plus %2B, a slash %2F.
    package static func component(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends what `component` gives to `bytes`.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { source in
            var start = 0
            for (index, byte) in source.enumerated() where !isUnreserved(byte) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index]))
                bytes.append(UInt8(ascii: "%"))
                bytes.append(upperDigit(byte >> 4))
                bytes.append(upperDigit(byte & 15))
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start...]))
        }
    }

    /// What `text` stands for, decoded once; a plus stays a plus.
    ///
    /// Nil when a percent sign has no two hexadecimal digits behind it or the outcome is no UTF-8.
    package static func decode(_ text: some StringProtocol) -> String? {
        text.utf8.inOnePiece { decode($0, plusIsSpace: false) }
    }

    /// The decoded text of `source`, or nil for a bad escape or bytes that are no UTF-8.
    static func decode(_ source: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool) -> String? {
        var isPlain = true
        for byte in source where byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") && plusIsSpace {
            isPlain = false
            break
        }
        if isPlain { return String(utf8: source) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            let byte = source[index]
            index += 1
            if byte == UInt8(ascii: "%") {
                guard index + 1 < source.count, let high = Hex.digit(source[index]),
                    let low = Hex.digit(source[index + 1])
                else { return nil }
                decoded.append(high << 4 | low)
                index += 2
            } else {
                decoded.append(byte == UInt8(ascii: "+") && plusIsSpace ? UInt8(ascii: " ") : byte)
            }
        }
        return decoded.withUnsafeBufferPointer { String(utf8: $0) }
    }

    /// Whether each percent sign has two hexadecimal digits behind it.
    package static func isWellFormed(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.inOnePiece { source in
            var index = 0
            while index < source.count {
                if source[index] == UInt8(ascii: "%") {
                    guard index + 2 < source.count, Hex.digit(source[index + 1]) != nil,
                        Hex.digit(source[index + 2]) != nil
                    else { return false }
                }
                index += 1
            }
            return true
        }
    }

    /// Letters, digits, `-`, `.`, `_`, `~` (RFC 3986 section 2.3).
    @inline(__always) package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            return true
        default: return false
        }
    }

    @inline(__always) private static func upperDigit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
    }
}
