import Codec

/// A secret that an operator keeps. It seals and signs nothing itself: each purpose gets a key of its own,
/// derived by HKDF-SHA-256 with `homing/1/`, `mac/` or `seal/`, and the purpose as info.
package struct MasterKey: Sendable {
    private let secret: SecretBytes

    /// The fewest bytes a master key may have.
    package static let leastLength = 32

    /// Reads the key as the configuration gives it: base64url without padding, 32 bytes or more.
    /// Throws `notBase64URL` or `tooShort`.
    package init(base64URL text: String) throws(KeyFault) {
        guard var bytes = Base64URL.decode(text) else { throw .notBase64URL }
        defer { wipe(&bytes) }
        try self.init(bytes: bytes)
    }

    /// Throws `tooShort` below 32 bytes.
    package init(bytes: [UInt8]) throws(KeyFault) {
        guard bytes.count >= MasterKey.leastLength else { throw .tooShort }
        secret = SecretBytes(copying: bytes)
    }

    private init(secret: SecretBytes) {
        self.secret = secret
    }

    /// A new key of 32 bytes.
    package static func random(_ source: SystemRandom = SystemRandom()) -> MasterKey {
        var bytes = source.bytes(leastLength)
        defer { wipe(&bytes) }
        return MasterKey(secret: SecretBytes(copying: bytes))
    }

    /// Whether both are the same key, compared in constant time.
    package func isSame(as other: MasterKey) -> Bool {
        secret.withBytes { mine in
            var mine = Array(mine)
            defer { wipe(&mine) }
            return other.secret.withBytes { theirs in
                var theirs = Array(theirs)
                defer { wipe(&theirs) }
                return constantTimeEqual(mine, theirs)
            }
        }
    }

    /// The key that authenticates things of this purpose. Make it once and keep it.
    package func macKey(_ purpose: String) -> MACKey {
        MACKey(secret: derive("mac/" + purpose))
    }

    /// The key that seals things of this purpose. Make it once and keep it.
    package func sealingKey(_ purpose: String) -> SealingKey {
        SealingKey(secret: derive("seal/" + purpose))
    }

    private func derive(_ purpose: String) -> SecretBytes {
        var key = secret.withBytes {
            HKDF.derive(from: $0, info: Array("homing/1/\(purpose)".utf8), length: 32)
        }
        defer { wipe(&key) }
        return SecretBytes(copying: key)
    }
}
