/// Writes one JSON object member by member (RFC 8259), in the order in which they come: for what is written with
/// every sign-in. The coders of Foundation, which write everything else, cost ten times as much.
package struct JSONObject {
    private var bytes: [UInt8] = []

    package init() {
        bytes.reserveCapacity(512)
        bytes.append(UInt8(ascii: "{"))
    }

    /// The whole object.
    package consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Adds a member; no value, no member.
    package mutating func add(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        begin(name)
        append(value)
    }

    package mutating func add(_ name: StaticString, _ value: Int64) {
        begin(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// A single text stands alone, as `aud` may (RFC 7519 section 4.1.3).
    package mutating func add(_ name: StaticString, _ values: StringOrArray) {
        begin(name)
        if values.values.count == 1 { return append(values.values[0]) }
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// - Parameter name: a word of ours without anything to escape.
    private mutating func begin(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// A string: quote, backslash and control characters are escaped (RFC 8259 section 7), and nothing else is.
    private mutating func append(_ text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { source in
            // No early exit: so the loop compiles to vector instructions, and nearly all texts end here.
            var odd: UInt8 = 0
            for byte in source { odd |= Self.needsEscape(byte) ? 1 : 0 }
            if odd == 0 { return bytes.append(contentsOf: source) }
            var start = 0
            for (index, byte) in source.enumerated() where Self.needsEscape(byte) {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start..<index]))
                escape(byte)
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    @inline(__always) private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        if byte >= 0x20 { return bytes.append(byte) }
        bytes.append(contentsOf: "u00".utf8)
        for digit in [byte >> 4, byte & 15] {
            bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }
}
