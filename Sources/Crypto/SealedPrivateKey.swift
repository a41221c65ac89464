extension PrivateKey {
    /// The key sealed for keeping, its PKCS #8 form. `context` says what it belongs to, its `kid` say.
    /// Throws `failed`.
    package func sealed(
        by key: SealingKey, context: [UInt8], random: any RandomSource
    ) throws(KeyFault) -> [UInt8] {
        var der = try exportPKCS8()
        defer { wipe(&der) }
        return key.seal(der, context: context, random: random)
    }

    /// Opens what ``sealed(by:context:random:)`` sealed. Throws `notAPrivateKey` when key or context are others.
    package convenience init(
        opening sealed: [UInt8], by key: SealingKey, context: [UInt8]
    ) throws(KeyFault) {
        guard var der = key.open(sealed, context: context) else { throw .notAPrivateKey }
        defer { wipe(&der) }
        try self.init(pkcs8: der)
    }
}
