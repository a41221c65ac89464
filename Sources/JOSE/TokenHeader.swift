import Codec
import Crypto

/// What we read of a JOSE header (RFC 7515 §4). Members that would name or carry a key (`jwk`, `jku`, `x5c`, `x5u`)
/// are not read: a key never comes from the token it is to verify.
struct TokenHeader: Sendable {
    let algorithm: SignatureAlgorithm?
    let keyID: String?
    let type: String?
    let hasCriticalExtension: Bool

    /// Nil for what is no JSON object with an `alg`, or has texts that are none.
    init?(reading json: [UInt8]) {
        guard let members = JSONValue(parsing: json), let name = members["alg"]?.text else { return nil }
        let (kid, typ) = (members["kid"], members["typ"])
        guard kid?.text != nil || kid?.isNull ?? true, typ?.text != nil || typ?.isNull ?? true else {
            return nil
        }
        algorithm = SignatureAlgorithm(rawValue: name)
        keyID = kid?.text
        type = typ?.text
        // Even an empty or null list is a list we are told to understand.
        hasCriticalExtension = members["crit"] != nil
    }
}
