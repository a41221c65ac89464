import Codec
import Crypto

extension SignatureAlgorithm {
    /// `at_hash` of an access token in an ID token signed by this algorithm: the left half of the algorithm's own
    /// hash, in base64url (OIDC Core §3.1.3.6). Ed25519 hashes by SHA-512.
    package func accessTokenHash(_ token: String) -> String {
        let bytes = Array(token.utf8)
        switch self {
        case .es256, .rs256, .ps256: return Base64URL.encode(SHA256.digest(bytes).bytes[..<16])
        case .edDSA: return Base64URL.encode(SHA512.digest(bytes)[..<32])
        }
    }
}

extension PrivateKey.Algorithm {
    /// The same algorithm as verifiers name it.
    package var signatureAlgorithm: SignatureAlgorithm {
        switch self {
        case .es256: .es256
        case .rs256: .rs256
        }
    }
}
