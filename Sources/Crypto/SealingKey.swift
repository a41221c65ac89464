import COpenSSL

/// A key for AES-256-GCM (NIST SP 800-38D), bound to one purpose.
///
/// A sealed value is the 12-byte nonce, the ciphertext and the 16-byte tag. Nonces are random, so one key is good
/// for 2^32 seals (SP 800-38D §8.3). A longer nonce would lift that (XAES-256-GCM, 0.2 us a seal), and a program one
/// release behind could not open what it sealed.
package struct SealingKey: Sendable {
    private static let algorithm = must(CHandle(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)))
    private static let nonceLength = 12
    private static let tagLength = 16
    private let sealing: ContextPool
    private let opening: ContextPool
    /// Keys of the same purpose that no longer seal.
    private var others: [SealingKey] = []

    /// By how many bytes a sealed value is longer than the plain one.
    package static let overhead = nonceLength + tagLength

    /// For test vectors; elsewhere keys come from ``MasterKeys/sealingKey(_:)``. Throws `tooShort` below 32 bytes,
    /// `malformed` above.
    package init(bytes: [UInt8]) throws(KeyFault) {
        guard bytes.count >= 32 else { throw .tooShort }
        guard bytes.count == 32 else { throw .malformed }
        self.init(secret: SecretBytes(copying: bytes))
    }

    /// The secret has 32 bytes.
    init(secret: SecretBytes) {
        sealing = SealingKey.contexts(secret, encrypting: true)
        opening = SealingKey.contexts(secret, encrypting: false)
    }

    /// Seals `plain`. `context` is authenticated and not stored: it says what the value belongs to, and only
    /// ``open(_:context:)`` with the same context opens it.
    package func seal(_ plain: [UInt8], context: [UInt8], random: any RandomSource) -> [UInt8] {
        let nonce = random.bytes(SealingKey.nonceLength)
        precondition(nonce.count == SealingKey.nonceLength, "a random source that gives too little")
        return sealing.lend { cipher in
            let length = plain.count + SealingKey.overhead
            return [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
                guard let output = buffer.baseAddress else { return }
                output.initialize(from: nonce, count: nonce.count)
                let body = output + SealingKey.nonceLength
                var written: CInt = 0
                must(EVP_EncryptInit_ex2(cipher, nil, nil, nonce, nil) == 1)
                must(EVP_EncryptUpdate(cipher, nil, &written, context, CInt(context.count)) == 1)
                must(EVP_EncryptUpdate(cipher, body, &written, plain, CInt(plain.count)) == 1)
                must(EVP_EncryptFinal_ex(cipher, body + plain.count, &written) == 1)
                must(
                    EVP_CIPHER_CTX_ctrl(
                        cipher, EVP_CTRL_AEAD_GET_TAG, CInt(SealingKey.tagLength), body + plain.count) == 1)
                filled = length
            }
        }
    }

    /// Opens what ``seal(_:context:random:)`` sealed, by this key or by one it opens for; nothing when key, context or
    /// any byte is another.
    package func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
        if let plain = openAlone(sealed, context) { return plain }
        for other in others {
            if let plain = other.openAlone(sealed, context) { return plain }
        }
        return nil
    }

    /// What an older key sealed, sealed anew by this one; nothing when that is not needed, or not possible.
    package func resealed(_ sealed: [UInt8], context: [UInt8], random: any RandomSource) -> [UInt8]? {
        guard !others.isEmpty, openAlone(sealed, context) == nil,
            var plain = open(sealed, context: context)
        else { return nil }
        defer { wipe(&plain) }
        return seal(plain, context: context, random: random)
    }

    /// The same key, which opens what `others` have sealed as well.
    func opening(also others: [SealingKey]) -> SealingKey {
        var key = self
        key.others = others
        return key
    }

    private func openAlone(_ sealed: [UInt8], _ context: [UInt8]) -> [UInt8]? {
        let length = sealed.count - SealingKey.overhead
        guard length >= 0, length <= Int(CInt.max) else { return nil }
        return opening.lend { cipher in
            sealed.withUnsafeBufferPointer { input in
                guard let nonce = input.baseAddress else { return nil }
                let body = nonce + SealingKey.nonceLength
                var genuine = false
                var plain = [UInt8](unsafeUninitializedCapacity: length + 1) { output, filled in
                    var written: CInt = 0
                    must(EVP_DecryptInit_ex2(cipher, nil, nil, nonce, nil) == 1)
                    must(EVP_DecryptUpdate(cipher, nil, &written, context, CInt(context.count)) == 1)
                    must(EVP_DecryptUpdate(cipher, output.baseAddress, &written, body, CInt(length)) == 1)
                    must(
                        EVP_CIPHER_CTX_ctrl(
                            cipher, EVP_CTRL_AEAD_SET_TAG, CInt(SealingKey.tagLength),
                            UnsafeMutableRawPointer(mutating: body + length)) == 1)
                    genuine = EVP_DecryptFinal_ex(cipher, output.baseAddress, &written) == 1
                    filled = length
                }
                guard genuine else {
                    wipe(&plain)
                    ERR_clear_error()
                    return nil
                }
                return plain
            }
        }
    }

    private static func contexts(_ secret: SecretBytes, encrypting: Bool) -> ContextPool {
        ContextPool(
            make: {
                let cipher = must(CHandle(EVP_CIPHER_CTX_new()))
                secret.withBytes { key in
                    must(
                        EVP_CipherInit_ex2(
                            cipher.pointer, algorithm.pointer, key.baseAddress, nil, encrypting ? 1 : 0, nil)
                            == 1)
                }
                return cipher
            }, free: { EVP_CIPHER_CTX_free($0) })
    }
}
