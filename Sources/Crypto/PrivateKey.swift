import COpenSSL

/// A key that signs: P-256, or RSA of 2048 bits and more. OpenSSL wipes it when nobody holds it any longer.
package final class PrivateKey: Sendable {
    /// What a private key of ours signs with.
    package enum Algorithm: String, Sendable, CaseIterable {
        case es256 = "ES256"
        case rs256 = "RS256"
    }

    package let algorithm: Algorithm
    package let publicKey: PublicKey
    private let key: CHandle
    private let contexts: ContextPool

    /// A new key: P-256, or RSA 2048, which takes some 100 ms. Throws `failed` when OpenSSL makes none.
    package static func generate(_ algorithm: Algorithm) throws(KeyFault) -> PrivateKey {
        let kind =
            switch algorithm {
            case .es256: "EC"
            case .rs256: "RSA"
            }
        guard let context = CHandle(EVP_PKEY_CTX_new_from_name(nil, kind, nil)) else { throw .failed }
        defer { EVP_PKEY_CTX_free(context.pointer) }
        guard EVP_PKEY_keygen_init(context.pointer) == 1 else { throw .failed }
        let prepared =
            switch algorithm {
            case .es256: EVP_PKEY_CTX_set_group_name(context.pointer, "P-256")
            case .rs256: EVP_PKEY_CTX_set_rsa_keygen_bits(context.pointer, 2048)
            }
        var key: OpaquePointer?
        guard prepared == 1, EVP_PKEY_generate(context.pointer, &key) == 1, let made = CHandle(key) else {
            ERR_clear_error()
            throw .failed
        }
        return try PrivateKey(taking: made)
    }

    /// Reads a PKCS #8 PrivateKeyInfo in DER, unencrypted. Throws `notAPrivateKey`, or `weak` for short RSA.
    package convenience init(pkcs8 der: [UInt8]) throws(KeyFault) {
        guard let key = PKCS8.key(from: der) else { throw .notAPrivateKey }
        try self.init(taking: key)
    }

    /// Takes over a key of OpenSSL's, also when it throws.
    private init(taking key: CHandle) throws(KeyFault) {
        guard let (algorithm, material) = PrivateKey.kind(of: key.pointer), EVP_PKEY_up_ref(key.pointer) == 1
        else {
            EVP_PKEY_free(key.pointer)
            throw .notAPrivateKey
        }
        self.key = key
        self.algorithm = algorithm
        publicKey = PublicKey(key: key, material: material)
        contexts = ContextPool(
            make: {
                let context = must(CHandle(EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)))
                must(EVP_PKEY_sign_init(context.pointer) == 1)
                RSAPadding.set(algorithm == .rs256 ? RSA_PKCS1_PADDING : nil, on: context.pointer)
                return context
            }, free: { EVP_PKEY_CTX_free($0) })
        guard EVP_PKEY_get_bits(key.pointer) >= (algorithm == .rs256 ? 2048 : 256) else { throw .weak }
    }

    deinit {
        EVP_PKEY_free(key.pointer)
    }

    /// The key as PKCS #8 in DER, unencrypted: seal it before it goes anywhere. Throws `failed`.
    package func exportPKCS8() throws(KeyFault) -> [UInt8] {
        guard let der = PKCS8.der(of: key.pointer) else { throw .failed }
        return der
    }

    /// The signature in JWS form: r and s raw for ES256 (RFC 7518 §3.4), as long as the modulus for RS256.
    package func sign(_ message: [UInt8]) throws(KeyFault) -> [UInt8] {
        let digest = SHA256.digest(message)
        let signature = contexts.lend { context in
            switch algorithm {
            case .es256:
                PrivateKey.signature(context, digest, longest: ECDSASignature.longestDER)
                    .flatMap { $0.withUnsafeBufferPointer(ECDSASignature.raw(fromDER:)) }
            case .rs256:
                PrivateKey.signature(
                    context, digest, longest: Int(EVP_PKEY_get_size(key.pointer)))
            }
        }
        guard let signature else {
            ERR_clear_error()
            throw .failed
        }
        return signature
    }

    private static func signature(_ context: OpaquePointer, _ digest: Digest, longest: Int) -> [UInt8]? {
        var made = false
        let signature = [UInt8](unsafeUninitializedCapacity: longest) { buffer, filled in
            var length = longest
            made = digest.withBytes {
                EVP_PKEY_sign(context, buffer.baseAddress, &length, $0.baseAddress, $0.count) == 1
            }
            filled = made ? length : 0
        }
        return made ? signature : nil
    }

    /// What the key signs with, and its public numbers; nothing for a kind we do not sign with.
    private static func kind(of key: OpaquePointer) -> (Algorithm, PublicMaterial)? {
        if EVP_PKEY_is_a(key, "RSA") == 1 {
            guard let modulus = BigNumber("n", of: key)?.bytes(),
                let exponent = BigNumber("e", of: key)?.bytes()
            else { return nil }
            return (.rs256, .rsa(modulus: modulus, exponent: exponent))
        }
        guard EVP_PKEY_is_a(key, "EC") == 1, curve(of: key) == "prime256v1",
            let x = BigNumber("qx", of: key)?.bytes(length: 32),
            let y = BigNumber("qy", of: key)?.bytes(length: 32)
        else { return nil }
        return (.es256, .p256(x: x, y: y))
    }

    private static func curve(of key: OpaquePointer) -> String? {
        var name = [CChar](repeating: 0, count: 32)
        var length = 0
        guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else { return nil }
        return String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
