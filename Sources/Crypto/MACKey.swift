import COpenSSL

/// A key for HMAC-SHA-256 (RFC 2104), bound to one purpose.
package struct MACKey: Sendable {
    private static let algorithm = must(CHandle(EVP_MAC_fetch(nil, "HMAC", nil)))
    private let contexts: ContextPool
    /// Keys of the same purpose that are no longer used to authenticate.
    private var others: [MACKey] = []

    /// For test vectors; elsewhere keys come from ``MasterKeys/macKey(_:)``.
    package init(bytes: [UInt8]) {
        self.init(secret: SecretBytes(copying: bytes))
    }

    init(secret: SecretBytes) {
        contexts = ContextPool(
            make: { MACKey.context(secret) }, free: { EVP_MAC_CTX_free($0) })
    }

    /// The MAC of the message.
    package func authenticate(_ message: [UInt8]) -> Digest {
        contexts.lend { context in
            Digest { output in
                var length = 0
                // No key given: begins anew under the key that the context already holds.
                must(EVP_MAC_init(context, nil, 0, nil) == 1)
                must(EVP_MAC_update(context, message, message.count) == 1)
                must(EVP_MAC_final(context, output, &length, Digest.length) == 1)
                must(length == Digest.length)
            }
        }
    }

    /// Whether `mac` is the MAC of the message, by this key or by one it verifies for. Compared in constant time, which
    /// does not tell whose it is either; a mac of another length is none.
    package func authenticates(_ mac: some Collection<UInt8>, _ message: [UInt8]) -> Bool {
        guard let claimed = Digest(mac) else { return false }
        var genuine = authenticate(message).matches(claimed)
        for other in others {
            let isOthers = other.authenticate(message).matches(claimed)
            genuine = genuine || isOthers
        }
        return genuine
    }

    /// The same key, which lets pass what `others` have authenticated as well.
    func verifying(also others: [MACKey]) -> MACKey {
        var key = self
        key.others = others
        return key
    }

    private static func context(_ secret: SecretBytes) -> CHandle {
        let context = must(CHandle(EVP_MAC_CTX_new(algorithm.pointer)))
        let parameters = [Parameter.text(.digest, .sha256), OSSL_PARAM_construct_end()]
        secret.withBytes { key in
            must(EVP_MAC_init(context.pointer, key.baseAddress, key.count, parameters) == 1)
        }
        return context
    }
}
