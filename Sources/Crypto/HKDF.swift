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
        // OpenSSL takes its parameters as mutable pointers and only reads them.
        var hash = Array("SHA256".utf8CString)
        var salt = salt
        var info = info
        return [UInt8](unsafeUninitializedCapacity: length) { output, filled in
            hash.withUnsafeMutableBufferPointer { hash in
                salt.withUnsafeMutableBytes { salt in
                    info.withUnsafeMutableBytes { info in
                        var parameters = [
                            OSSL_PARAM_construct_utf8_string("digest", hash.baseAddress, 0),
                            OSSL_PARAM_construct_octet_string(
                                "key", UnsafeMutableRawPointer(mutating: material.baseAddress), material.count
                            ),
                            OSSL_PARAM_construct_octet_string("info", info.baseAddress, info.count),
                        ]
                        if !salt.isEmpty {
                            parameters.append(
                                OSSL_PARAM_construct_octet_string("salt", salt.baseAddress, salt.count))
                        }
                        parameters.append(OSSL_PARAM_construct_end())
                        must(EVP_KDF_derive(context.pointer, output.baseAddress, length, parameters) == 1)
                    }
                }
            }
            filled = length
        }
    }
}
