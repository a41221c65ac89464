/// A strong entity tag (RFC 9110 section 8.8.3).
package struct EntityTag: Sendable, Equatable {
    /// With its quotes.
    package let text: String

    /// A tag of the content itself: FNV-1a over 128 bits, which is enough for content that nobody forges.
    package init(of content: [UInt8]) {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in content { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
        let digits = String(hash, radix: 36)
        text = "\"" + digits + "\""
    }

    /// Whether an If-None-Match of these fields names this tag, weakly compared, or any (RFC 9110 section 13.1.2).
    func isNamed(in fields: Fields) -> Bool {
        var named = false
        fields.eachValue(.ifNoneMatch) { value in
            if value.count == 1, value[0] == UInt8(ascii: "*") { named = true }
            for piece in value.split(separator: Octet.comma) {
                var tag = Octet.trimmed(UnsafeBufferPointer(rebasing: piece))
                if tag.count > 2, tag[0] == UInt8(ascii: "W"), tag[1] == Octet.slash {
                    tag = UnsafeBufferPointer(rebasing: tag[2...])
                }
                if tag.elementsEqual(text.utf8) { named = true }
            }
        }
        return named
    }
}
