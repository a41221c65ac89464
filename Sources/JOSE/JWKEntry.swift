import Codec
import Crypto

/// One entry of a provider's key set. Reading it fails for every key that is not for verifying signatures by one of
/// our algorithms; the set then skips it (RFC 7517 §5).
struct JWKEntry: Decodable {
    let jwk: JWK

    private enum CodingKeys: String, CodingKey {
        case kty, kid, use, alg, crv, x, y, n, e
        case keyOperations = "key_ops"
    }

    private struct Unusable: Error {}

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ name: CodingKeys) throws -> [UInt8] {
            guard let bytes = Base64URL.decode(try members.decode(String.self, forKey: name)) else {
                throw Unusable()
            }
            return bytes
        }
        guard try members.decodeIfPresent(String.self, forKey: .use) ?? "sig" == "sig",
            try members.decodeIfPresent([String].self, forKey: .keyOperations)?.contains("verify") ?? true
        else { throw Unusable() }
        let curve = try members.decodeIfPresent(String.self, forKey: .crv)
        let key =
            switch (try members.decode(String.self, forKey: .kty), curve) {
            case ("EC", "P-256"): try PublicKey(p256: number(.x), number(.y))
            case ("RSA", _): try PublicKey(rsa: number(.n), number(.e))
            case ("OKP", "Ed25519"): try PublicKey(ed25519: number(.x))
            default: throw Unusable()
            }
        var algorithm: SignatureAlgorithm?
        if let name = try members.decodeIfPresent(String.self, forKey: .alg) {
            guard let known = SignatureAlgorithm(rawValue: name), key.fits(known) else { throw Unusable() }
            algorithm = known
        }
        jwk = JWK(kid: try members.decodeIfPresent(String.self, forKey: .kid), algorithm: algorithm, key: key)
    }
}
