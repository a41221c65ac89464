import Crypto

/// What we read of a JOSE header (RFC 7515 §4). Members that would name or carry a key (`jwk`, `jku`, `x5c`, `x5u`)
/// are not read: a key never comes from the token it is to verify.
struct TokenHeader: Decodable, Sendable {
    let algorithm: SignatureAlgorithm?
    let keyID: String?
    let type: String?
    let hasCriticalExtension: Bool

    private enum CodingKeys: String, CodingKey {
        case alg, kid, typ, crit
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        algorithm = SignatureAlgorithm(rawValue: try members.decode(String.self, forKey: .alg))
        keyID = try members.decodeIfPresent(String.self, forKey: .kid)
        type = try members.decodeIfPresent(String.self, forKey: .typ)
        // Even an empty or null list is a list we are told to understand.
        hasCriticalExtension = members.contains(.crit)
    }
}
