/// The two forms of a P-256 signature: JOSE wants r and s raw, 32 bytes each (RFC 7518 §3.4), OpenSSL speaks DER.
enum ECDSASignature {
    /// The raw form's length in bytes.
    static let rawLength = 64
    /// The longest DER form: two integers of 33 bytes with their heads, in a sequence.
    static let longestDER = 72

    /// Raw r and s from the DER that OpenSSL made; nothing when it is not such DER.
    static func raw(fromDER der: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard der.count >= 8, der[0] == 0x30, Int(der[1]) == der.count - 2 else { return nil }
        var raw = [UInt8](repeating: 0, count: rawLength)
        var position = 2
        for end in [32, 64] {
            guard position + 2 <= der.count, der[position] == 0x02 else { return nil }
            var start = position + 2
            position = start + Int(der[position + 1])
            guard position <= der.count else { return nil }
            while start < position, der[start] == 0 { start += 1 }
            guard position - start <= 32 else { return nil }
            let offset = end - (position - start)
            for index in start..<position { raw[offset + index - start] = der[index] }
        }
        return position == der.count ? raw : nil
    }

    /// DER from raw r and s; the shortest form of each integer, as DER asks. Nothing when it is not 64 bytes.
    static func der(fromRaw raw: [UInt8]) -> [UInt8]? {
        guard raw.count == rawLength else { return nil }
        var der: [UInt8] = [0x30, 0]
        der.reserveCapacity(longestDER)
        for half in [raw[..<32], raw[32...]] {
            let number = half.drop { $0 == 0 }
            let padding = (number.first ?? 0x80) & 0x80 != 0
            der.append(0x02)
            der.append(UInt8(number.count) + (padding ? 1 : 0))
            if padding { der.append(0) }
            der.append(contentsOf: number)
        }
        der[1] = UInt8(der.count - 2)
        return der
    }
}
