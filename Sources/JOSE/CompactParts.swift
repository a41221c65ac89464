import Codec

/// The three parts of a compact JWS (RFC 7515 §3.1), decoded; the parts are bounded before they are looked at.
struct CompactParts {
    let header: [UInt8]
    let payload: [UInt8]
    let signature: [UInt8]
    /// What was signed: the first two parts as they were received.
    let signed: [UInt8]

    init(_ text: UnsafeBufferPointer<UInt8>) throws(TokenFault) {
        let dot = UInt8(ascii: ".")
        // The first dot and the last: one more between them is no base64url and fails below.
        guard let first = text.firstIndex(of: dot), let last = text.lastIndex(of: dot), first < last,
            first > 0, last + 1 < text.count,
            let header = Base64URL.decode(utf8: UnsafeBufferPointer(rebasing: text[..<first])),
            let payload = Base64URL.decode(utf8: UnsafeBufferPointer(rebasing: text[(first + 1)..<last])),
            let signature = Base64URL.decode(utf8: UnsafeBufferPointer(rebasing: text[(last + 1)...]))
        else { throw .malformed }
        self.header = header
        self.payload = payload
        self.signature = signature
        signed = Array(text[..<last])
    }
}
