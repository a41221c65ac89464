import Glibc

/// The classes of octets that RFC 9110 and RFC 3986 speak of, each as one look into a bit set.
enum Octet {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let slash = UInt8(ascii: "/")
    static let comma = UInt8(ascii: ",")
    static let semicolon = UInt8(ascii: ";")
    static let question = UInt8(ascii: "?")
    static let equals = UInt8(ascii: "=")
    static let quote = UInt8(ascii: "\"")

    /// tchar (RFC 9110 section 5.6.2): letters, digits and !#$%&'*+-.^_`|~
    @inline(__always) static func isToken(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
    }

    /// tchar but the underscore, which gateways confuse with the hyphen (`Content_Length`).
    @inline(__always) static func isFieldName(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_47FF_FFFE)
    }

    /// pchar, slash and percent sign (RFC 3986 section 3.3).
    @inline(__always) static func isPath(_ byte: UInt8) -> Bool {
        contains(byte, low: 0x2FFF_FFF2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    }

    /// What a query may hold: visible ASCII but `"`, `#`, `<`, `>`.
    ///
    /// RFC 3986 has no `[]{}|\^` or backtick here, yet browsers send them as they stand (WHATWG URL, query
    /// percent-encode set), so refusing them would refuse people.
    @inline(__always) static func isQuery(_ byte: UInt8) -> Bool {
        contains(byte, low: 0xAFFF_FFF2_0000_0000, high: 0x7FFF_FFFF_FFFF_FFFF)
    }

    /// cookie-octet (RFC 6265 section 4.1.1): visible ASCII but `"`, `,`, `;`, backslash.
    @inline(__always) static func isCookie(_ byte: UInt8) -> Bool {
        contains(byte, low: 0xF7FF_EFFA_0000_0000, high: 0x7FFF_FFFF_EFFF_FFFF)
    }

    /// An ASCII capital as its small letter, all else as it is.
    @inline(__always) static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
    }

    @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inline(__always) static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// Whether all are field-vchar, space or tab (RFC 9110 section 5.5); octets over 127 count as well.
    @inline(__always) static func areFieldValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var bad: UInt8 = 0
        // No early exit: so the loop compiles to vector instructions.
        for byte in bytes { bad |= (byte < 32 && byte != tab) || byte == 127 ? 1 : 0 }
        return bad == 0
    }

    /// Whether `bytes` is the lower-case `text`, the case of its letters aside.
    @inline(__always) static func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count where lowercase(bytes[index]) != text.utf8Start[index] { return false }
        return true
    }

    @inline(__always) static func equal(
        _ bytes: UnsafeBufferPointer<UInt8>, _ lower: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard bytes.count == lower.count else { return false }
        for index in 0..<bytes.count where lowercase(bytes[index]) != lower[index] { return false }
        return true
    }

    /// Where the next line feed is; the end when there is none.
    @inline(__always) static func lineEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(lineFeed), bytes.count - start)
        else { return bytes.count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// Whether the lower-case `text` stands somewhere in `bytes`, in any case.
    static func contains(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes.count >= length else { return false }
        for start in 0...(bytes.count - length) {
            if equal(UnsafeBufferPointer(rebasing: bytes[start..<start + length]), text) { return true }
        }
        return false
    }

    /// Without the blanks at both ends.
    @inline(__always) static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var end = bytes.count
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    @inline(__always) private static func contains(_ byte: UInt8, low: UInt64, high: UInt64) -> Bool {
        let set = byte < 64 ? low : high
        return byte < 128 && set >> UInt64(byte & 63) & 1 == 1
    }
}
