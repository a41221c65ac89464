import COpenSSL

/// Private keys as PKCS #8 PrivateKeyInfo in DER (RFC 5208).
enum PKCS8 {
    /// Nothing when the bytes are anything but one private key.
    static func key(from der: [UInt8]) -> CHandle? {
        der.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            guard let info = d2i_PKCS8_PRIV_KEY_INFO(nil, &position, bytes.count) else {
                ERR_clear_error()
                return nil
            }
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            guard let position, let start = bytes.baseAddress, position == start + bytes.count,
                let key = CHandle(EVP_PKCS82PKEY_ex(info, nil, nil))
            else {
                ERR_clear_error()
                return nil
            }
            return key
        }
    }

    static func der(of key: OpaquePointer) -> [UInt8]? {
        guard let info = EVP_PKEY2PKCS8(key) else { return nil }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        let length = Int(i2d_PKCS8_PRIV_KEY_INFO(info, nil))
        guard length > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
            var position = buffer.baseAddress
            filled = Int(i2d_PKCS8_PRIV_KEY_INFO(info, &position))
        }
    }
}
