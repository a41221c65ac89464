import Codec
import Crypto

extension PublicKey {
    /// The members of the key's JWK that RFC 7638 §3.2 hashes, in its order and without white space.
    var requiredMembers: String {
        switch material {
        case .p256(let x, let y):
            #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(x))","y":"\#(Base64URL.encode(y))"}"#
        case .rsa(let modulus, let exponent):
            #"{"e":"\#(Base64URL.encode(exponent))","kty":"RSA","n":"\#(Base64URL.encode(modulus))"}"#
        case .ed25519(let bytes):
            #"{"crv":"Ed25519","kty":"OKP","x":"\#(Base64URL.encode(bytes))"}"#
        }
    }

    /// The key's SHA-256 thumbprint (RFC 7638) in base64url: our `kid`.
    package var thumbprint: String {
        Base64URL.encode(SHA256.digest(Array(requiredMembers.utf8)).bytes)
    }
}
