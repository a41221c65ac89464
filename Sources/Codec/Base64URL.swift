/// Base64url without padding (RFC 4648 section 5, RFC 7515 section 2).
///
/// Decoding is strict: no padding, no line breaks, no other alphabet, and the unused bits of the last character
/// are zero. So a value has exactly one spelling, and comparing spellings compares values.
package enum Base64URL {
    /// The one spelling of these bytes.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        bytes.inOnePiece { spelling($0) }
    }

    /// As the other, for who has an array: nearly everybody, and without a detour through generic code.
    package static func encode(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { spelling($0) }
    }

    /// Appends what `encode` gives to `text`, which is ASCII.
    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        let start = text.count
        text.append(contentsOf: repeatElement(0, count: length(of: bytes.count)))
        text.withUnsafeMutableBufferPointer { target in
            bytes.withUnsafeBufferPointer { source in
                _ = fill(UnsafeMutableBufferPointer(rebasing: target[start...]), from: source)
            }
        }
    }

    /// The bytes that `text` spells, or nil when it is not the one spelling of any.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(utf8: text.utf8) }

    /// As the other, for a whole text.
    package static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { meaning($0) }
    }

    /// The bytes that the ASCII text in `utf8` spells, or nil when it is not the one spelling of any.
    package static func decode(utf8: some Collection<UInt8>) -> [UInt8]? { utf8.inOnePiece { meaning($0) } }

    private static func length(of count: Int) -> Int { count / 3 * 4 + (count % 3 * 4 + 2) / 3 }

    private static func spelling(_ source: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: length(of: source.count)) { fill($0, from: source) }
    }

    private static func meaning(_ source: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard source.count % 4 != 1 else { return nil }
        var valid = true
        let decoded = [UInt8](unsafeUninitializedCapacity: source.count / 4 * 3 + 2) { target, count in
            (valid, count) = read(source, into: target)
        }
        return valid ? decoded : nil
    }

    private static let alphabet: StaticString =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

    /// What each character stands for; more than 63 where it stands for nothing.
    private static let values = [UInt8](unsafeUninitializedCapacity: 256) { values, count in
        values.initialize(repeating: 255)
        for value in 0..<64 { values[Int(alphabet.utf8Start[value])] = UInt8(value) }
        count = 256
    }

    private static func fill(
        _ target: UnsafeMutableBufferPointer<UInt8>, from source: UnsafeBufferPointer<UInt8>
    ) -> Int {
        let characters = alphabet.utf8Start
        var written = 0
        var index = 0
        while index + 2 < source.count {
            let group = Int(source[index]) << 16 | Int(source[index + 1]) << 8 | Int(source[index + 2])
            target[written] = characters[group >> 18]
            target[written + 1] = characters[group >> 12 & 63]
            target[written + 2] = characters[group >> 6 & 63]
            target[written + 3] = characters[group & 63]
            index += 3
            written += 4
        }
        guard index < source.count else { return written }
        let isLast = index + 1 == source.count
        let group = Int(source[index]) << 16 | (isLast ? 0 : Int(source[index + 1]) << 8)
        target[written] = characters[group >> 18]
        target[written + 1] = characters[group >> 12 & 63]
        if isLast { return written + 2 }
        target[written + 2] = characters[group >> 6 & 63]
        return written + 3
    }

    private static func read(
        _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> (valid: Bool, count: Int) {
        values.withUnsafeBufferPointer { values in
            func value(_ index: Int) -> UInt32 { UInt32(values[Int(source[index])]) }
            var written = 0
            var index = 0
            // Wrong ones are gathered and looked at once: they show above the six bits.
            var seen: UInt32 = 0
            while index + 3 < source.count {
                let (a, b, c, d) = (value(index), value(index + 1), value(index + 2), value(index + 3))
                seen |= a | b | c | d
                let group = a << 18 | b << 12 | c << 6 | d
                target[written] = UInt8(truncatingIfNeeded: group >> 16)
                target[written + 1] = UInt8(truncatingIfNeeded: group >> 8)
                target[written + 2] = UInt8(truncatingIfNeeded: group)
                index += 4
                written += 3
            }
            guard index < source.count else { return (seen < 64, written) }
            let isLong = index + 2 < source.count
            let (a, b, c) = (value(index), value(index + 1), isLong ? value(index + 2) : 0)
            seen |= a | b | c
            let group = a << 18 | b << 12 | c << 6
            target[written] = UInt8(truncatingIfNeeded: group >> 16)
            if isLong { target[written + 1] = UInt8(truncatingIfNeeded: group >> 8) }
            let spare = group & (isLong ? 0xFF : 0xFFFF)
            return (seen < 64 && spare == 0, written + (isLong ? 2 : 1))
        }
    }
}
