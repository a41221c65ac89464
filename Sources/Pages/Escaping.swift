/// Text to HTML. The five characters with a meaning become references; what no reader can see but which changes
/// what is read (control characters, line separators, marks that turn the direction of writing) becomes U+FFFD.
enum Escaping {
    static func append(_ text: String, to out: inout [UInt8]) {
        var text = text
        text.withUTF8 { append($0, to: &out) }
    }

    private static func append(_ source: UnsafeBufferPointer<UInt8>, to out: inout [UInt8]) {
        var plain = 0
        var index = 0
        while index < source.count {
            let byte = source[index]
            let length = isPlain(byte) ? 0 : hiddenLength(source, at: index)
            guard length > 0 || reference(for: byte) != nil else {
                index += 1
                continue
            }
            out.append(contentsOf: source[plain..<index])
            if let reference = reference(for: byte) {
                reference.withUTF8Buffer { out.append(contentsOf: $0) }
                index += 1
            } else {
                out.append(contentsOf: replacement)
                index += length
            }
            plain = index
        }
        out.append(contentsOf: source[plain..<source.count])
    }

    /// Bytes that never begin anything of note: most letters end here.
    @inline(__always) private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

    @inline(__always) private static func reference(for byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    /// How many bytes the hidden character at `index` has; 0 where the character is an honest one.
    private static func hiddenLength(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        func byte(_ offset: Int) -> UInt8 { index + offset < source.count ? source[index + offset] : 0 }
        switch (byte(0), byte(1), byte(2)) {
        case (UInt8(ascii: "\t"), _, _), (UInt8(ascii: "\n"), _, _): return 0
        case (..<0x20, _, _), (0x7F, _, _): return 1
        // C1 controls, the Arabic letter mark.
        case (0xC2, 0x80...0x9F, _), (0xD8, 0x9C, _): return 2
        // Direction marks, line separators, embeddings and overrides, isolates.
        case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE), (0xE2, 0x81, 0xA6...0xA9): return 3
        default: return 0
        }
    }

    private static let replacement = Array("\u{FFFD}".utf8)
}
