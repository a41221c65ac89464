/// What may stand behind the size of a chunk (RFC 9112 section 7.1.1), without the blanks that the grammar allows
/// only for the sake of old senders.
enum ChunkExtensions {
    /// Whether the bytes are any number of `;name`, `;name=token` and `;name="quoted"`.
    static func areValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            guard bytes[index] == Octet.semicolon else { return false }
            index += 1
            guard skipToken(bytes, &index) else { return false }
            guard index < bytes.count, bytes[index] == Octet.equals else { continue }
            index += 1
            let isQuoted = index < bytes.count && bytes[index] == Octet.quote
            guard isQuoted ? skipQuoted(bytes, &index) : skipToken(bytes, &index) else { return false }
        }
        return true
    }

    private static func skipToken(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
        let start = index
        while index < bytes.count, Octet.isToken(bytes[index]) { index += 1 }
        return index > start
    }

    /// A quoted string (RFC 9110 section 5.6.4), from its first quote to behind its last.
    private static func skipQuoted(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Bool {
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == Octet.quote { return true }
            if byte == UInt8(ascii: "\\") {
                guard index < bytes.count else { return false }
                index += 1
            }
            let last = bytes[index - 1]
            guard last == Octet.tab || last >= 32 && last != 127 else { return false }
        }
        return false
    }
}
