import COpenSSL

/// A key that verifies signatures.
package final class PublicKey: Sendable {
    package let material: PublicMaterial
    private let key: CHandle
    private let plain: ContextPool
    private let pss: ContextPool

    /// A P-256 key. Throws `malformed` when a coordinate has not 32 bytes or the point is not on the curve.
    package convenience init(p256 x: [UInt8], _ y: [UInt8]) throws(KeyFault) {
        guard x.count == 32, y.count == 32 else { throw .malformed }
        guard let key = PublicKeyBuilder.p256(point: [0x04] + x + y) else { throw .malformed }
        self.init(key: key, material: .p256(x: x, y: y))
    }

    /// An RSA key. Throws `weak` below 2048 bits, `oversized` above 8192, `malformed` for what cannot be a key.
    package convenience init(rsa modulus: [UInt8], _ exponent: [UInt8]) throws(KeyFault) {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        guard let high = modulus.first, let low = modulus.last else { throw .malformed }
        let bits = modulus.count * 8 - high.leadingZeroBitCount
        guard bits >= 2048 else { throw .weak }
        guard bits <= 8192 else { throw .oversized }
        guard low & 1 == 1, let last = exponent.last, last & 1 == 1, exponent != [1], exponent.count <= 8
        else { throw .malformed }
        guard let key = PublicKeyBuilder.rsa(modulus: modulus, exponent: exponent) else { throw .malformed }
        self.init(key: key, material: .rsa(modulus: modulus, exponent: exponent))
    }

    /// An Ed25519 key. Throws `malformed` when it has not 32 bytes.
    package convenience init(ed25519 bytes: [UInt8]) throws(KeyFault) {
        guard bytes.count == 32,
            let key = CHandle(EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, 32))
        else { throw .malformed }
        self.init(key: key, material: .ed25519(bytes))
    }

    /// Takes the key over; the material must be its own.
    init(key: CHandle, material: PublicMaterial) {
        self.key = key
        self.material = material
        var padding: CInt?
        if case .rsa = material { padding = RSA_PKCS1_PADDING }
        plain = PublicKey.contexts(key, padding: padding)
        pss = PublicKey.contexts(key, padding: RSA_PKCS1_PSS_PADDING)
    }

    deinit {
        EVP_PKEY_free(key.pointer)
    }

    /// Whether keys of this kind make signatures of that algorithm.
    package func fits(_ algorithm: SignatureAlgorithm) -> Bool {
        switch (material, algorithm) {
        case (.p256, .es256), (.rsa, .rs256), (.rsa, .ps256), (.ed25519, .edDSA): true
        default: false
        }
    }

    /// Whether the signature, in JWS form (RFC 7518 §3), is of this message by the owner of this key. An algorithm
    /// that does not fit the kind of key verifies nothing.
    package func verifies(
        _ signature: [UInt8], of message: [UInt8], _ algorithm: SignatureAlgorithm
    ) -> Bool {
        guard fits(algorithm) else { return false }
        let genuine =
            switch algorithm {
            case .es256:
                ECDSASignature.der(fromRaw: signature).map { verifies($0, of: SHA256.digest(message), plain) }
                    ?? false
            case .rs256: verifies(signature, of: SHA256.digest(message), plain)
            case .ps256: verifies(signature, of: SHA256.digest(message), pss)
            case .edDSA: verifiesPure(signature, of: message)
            }
        if !genuine { ERR_clear_error() }
        return genuine
    }

    private func verifies(_ signature: [UInt8], of digest: Digest, _ contexts: ContextPool) -> Bool {
        contexts.lend { context in
            digest.withBytes {
                EVP_PKEY_verify(context, signature, signature.count, $0.baseAddress, $0.count) == 1
            }
        }
    }

    /// Ed25519 signs the message itself, in one call.
    private func verifiesPure(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        let context = must(CHandle(EVP_MD_CTX_new()))
        defer { EVP_MD_CTX_free(context.pointer) }
        must(EVP_DigestVerifyInit_ex(context.pointer, nil, nil, nil, nil, key.pointer, nil) == 1)
        return EVP_DigestVerify(context.pointer, signature, signature.count, message, message.count) == 1
    }

    private static func contexts(_ key: CHandle, padding: CInt?) -> ContextPool {
        ContextPool(
            make: {
                let context = must(CHandle(EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)))
                must(EVP_PKEY_verify_init(context.pointer) == 1)
                RSAPadding.set(padding, on: context.pointer)
                return context
            }, free: { EVP_PKEY_CTX_free($0) })
    }
}
