import COpenSSL

/// HKDF with SHA-256 (RFC 5869): extract, then expand.
enum HKDF {
    private static let algorithm = must(CHandle(EVP_KDF_fetch(nil, "HKDF", nil)))

    /// `length` bytes (at most 8160) of key for the purpose that `info` names.
    static func derive(
        from material: UnsafeBufferPointer<UInt8>, salt: [UInt8] = [], info: [UInt8], length: Int
    ) -> [UInt8] {
        let context = must(CHandle(EVP_KDF_CTX_new(algorithm.pointer)))
        defer { EVP_KDF_CTX_free(context.pointer) }
        return salt.withUnsafeBufferPointer { salt in
            info.withUnsafeBufferPointer { info in
                // An empty salt is left out: OpenSSL then takes zeros, as the RFC says.
                let parameters =
                    [
                        Parameter.text(.digest, .sha256), Parameter.bytes(.key, material),
                        Parameter.bytes(.info, info),
                    ] + (salt.isEmpty ? [] : [Parameter.bytes(.salt, salt)]) + [OSSL_PARAM_construct_end()]
                return [UInt8](unsafeUninitializedCapacity: length) { output, filled in
                    must(EVP_KDF_derive(context.pointer, output.baseAddress, length, parameters) == 1)
                    filled = length
                }
            }
        }
    }
}
