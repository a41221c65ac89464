/// Bytes as two hexadecimal digits each (RFC 4648 section 8).
package enum Hex {
    /// The digits of `bytes`, lower-case unless asked otherwise.
    package static func encode(_ bytes: some Collection<UInt8>, uppercase: Bool = false) -> String {
        let letters = UInt8(ascii: uppercase ? "A" : "a") - 10
        func digit(_ half: UInt8) -> UInt8 { half + (half < 10 ? UInt8(ascii: "0") : letters) }
        return bytes.inOnePiece { source in
            String(unsafeUninitializedCapacity: source.count * 2) { target in
                for (index, byte) in source.enumerated() {
                    target[2 * index] = digit(byte >> 4)
                    target[2 * index + 1] = digit(byte & 15)
                }
                return source.count * 2
            }
        }
    }

    /// The bytes that `text` spells in either case, or nil for an odd length or any other character.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        text.utf8.inOnePiece { source in
            guard source.count % 2 == 0 else { return nil }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(source.count / 2)
            for index in stride(from: 0, to: source.count, by: 2) {
                guard let high = digit(source[index]), let low = digit(source[index + 1]) else { return nil }
                bytes.append(high << 4 | low)
            }
            return bytes
        }
    }

    /// The value of one hexadecimal digit, or nil when the byte is none.
    @inline(__always) package static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
