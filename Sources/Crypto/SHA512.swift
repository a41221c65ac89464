import COpenSSL

/// SHA-512 (FIPS 180-4): only for the `at_hash` of ID tokens that were signed by Ed25519.
package enum SHA512 {
    private static let algorithm = must(CHandle(EVP_MD_fetch(nil, "SHA512", nil)))

    /// The 64 bytes of the digest.
    package static func digest(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 64) { buffer, filled in
            must(
                EVP_Digest(bytes, bytes.count, buffer.baseAddress, nil, algorithm.pointer, nil) == 1)
            filled = 64
        }
    }
}
