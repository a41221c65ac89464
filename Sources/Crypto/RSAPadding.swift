import COpenSSL

/// How RSA wraps a SHA-256 digest: PKCS #1 v1.5 or PSS with a salt as long as the digest (RFC 7518 §3.3, §3.5).
enum RSAPadding {
    /// Prepares a context for signing or verifying; without a padding the key is not RSA.
    static func set(_ padding: CInt?, on context: OpaquePointer) {
        guard let padding else { return }
        must(EVP_PKEY_CTX_set_rsa_padding(context, padding) == 1)
        must(EVP_PKEY_CTX_set_signature_md(context, SHA256.algorithm.pointer) == 1)
        guard padding == RSA_PKCS1_PSS_PADDING else { return }
        must(EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1)
    }
}
