import Crypto

/// A key of ours as jwks.json shows it. Its `kid` is its thumbprint.
package struct PublishedKey: Sendable {
    package let kid: String
    /// The key as others will use it to verify.
    package let jwk: JWK
    /// The JWK as JSON text.
    package let json: String

    package init(_ key: PrivateKey) {
        kid = key.publicKey.thumbprint
        jwk = JWK(kid: kid, algorithm: key.algorithm.signatureAlgorithm, key: key.publicKey)
        // Every value is base64url or one of our own words: nothing to escape.
        json =
            key.publicKey.requiredMembers.dropLast()
            + #","kid":"\#(kid)","alg":"\#(key.algorithm.rawValue)","use":"sig"}"#
    }

    /// The document that holds these keys (RFC 7517 §5).
    package static func document(_ keys: [PublishedKey]) -> [UInt8] {
        Array("{\"keys\":[\(keys.map(\.json).joined(separator: ","))]}".utf8)
    }
}
