import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    static let algorithm = must(CHandle(EVP_MD_fetch(nil, "SHA256", nil)))

    private static let contexts = ContextPool(
        make: { must(CHandle(EVP_MD_CTX_new())) }, free: { EVP_MD_CTX_free($0) })

    /// The digest of the bytes.
    package static func digest(_ bytes: [UInt8]) -> Digest {
        contexts.lend { context in
            Digest { output in
                must(EVP_DigestInit_ex2(context, algorithm.pointer, nil) == 1)
                must(EVP_DigestUpdate(context, bytes, bytes.count) == 1)
                must(EVP_DigestFinal_ex(context, output, nil) == 1)
            }
        }
    }
}
