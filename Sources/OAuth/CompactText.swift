import Codec

/// Texts that are often base64url, which take a quarter less room as the bytes that they spell.
extension PackedWriter {
    mutating func compact(_ text: String) {
        if let bytes = Base64URL.decode(text) {
            byte(1)
            data(bytes)
        } else {
            byte(0)
            string(text)
        }
    }
}

extension PackedReader {
    mutating func compact() throws(PackedFault) -> String {
        switch try byte() {
        case 0: return try string()
        case 1: return Base64URL.encode(try data())
        default: throw .malformed
        }
    }

    /// A text that must make a value of a checked type.
    mutating func checked<T>(_ make: (String) -> T?) throws(PackedFault) -> T {
        guard let value = make(try string()) else { throw .malformed }
        return value
    }
}
