/// Base64url without padding (RFC 4648 section 5, RFC 7515 section 2).
///
/// Decoding is strict: no padding, no line breaks, no other alphabet, and the unused bits of the last character
/// are zero. So a value has exactly one spelling, and comparing spellings compares values.
package enum Base64URL {
    /// The one spelling of these bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.inOnePiece { source in
            let length = source.count / 3 * 4 + [0, 2, 3][source.count % 3]
            return String(unsafeUninitializedCapacity: length) { fill($0, from: source) }
        }
    }

    /// The bytes that `text` spells, or nil when it is not the one spelling of any.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(utf8: text.utf8) }

    /// The bytes that the ASCII text in `utf8` spells, or nil when it is not the one spelling of any.
    package static func decode(utf8: some Collection<UInt8>) -> [UInt8]? {
        utf8.inOnePiece { source in
            guard source.count % 4 != 1 else { return nil }
            var valid = true
            let decoded = [UInt8](unsafeUninitializedCapacity: source.count / 4 * 3 + 2) { target, count in
                (valid, count) = read(source, into: target)
            }
            return valid ? decoded : nil
        }
    }

    private static func fill(
        _ target: UnsafeMutableBufferPointer<UInt8>, from source: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var written = 0
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in source {
            pending = pending << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                target[written] = character(pending >> bits & 63)
                written += 1
            }
            pending &= (1 << bits) - 1
        }
        if bits > 0 {
            target[written] = character(pending << (6 - bits) & 63)
            written += 1
        }
        return written
    }

    private static func read(
        _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> (valid: Bool, count: Int) {
        var written = 0
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for byte in source {
            guard let value = value(byte) else { return (false, 0) }
            pending = pending << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                target[written] = UInt8(truncatingIfNeeded: pending >> bits)
                written += 1
                pending &= (1 << bits) - 1
            }
        }
        return (pending == 0, written)
    }

    @inline(__always) private static func character(_ value: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value)
        switch value {
        case 0..<26: return value + 65
        case 26..<52: return value + 71
        case 52..<62: return value - 4
        case 62: return UInt8(ascii: "-")
        default: return UInt8(ascii: "_")
        }
    }

    @inline(__always) private static func value(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(character) + 4
        case UInt8(ascii: "-"): return 62
        case UInt8(ascii: "_"): return 63
        default: return nil
        }
    }
}
