import Crypto
import FoundationEssentials

/// A token whose signature a known key made. Only ``UnverifiedToken`` makes one. Its claims are still to be judged:
/// issuer, audience, times, nonce and type.
package struct VerifiedToken: Sendable {
    /// The claims as they were signed.
    package let payload: [UInt8]
    package let algorithm: SignatureAlgorithm
    package let keyID: String?
    /// `typ` as it stands in the header.
    package let type: String?

    init(payload: [UInt8], algorithm: SignatureAlgorithm, keyID: String?, type: String?) {
        self.payload = payload
        self.algorithm = algorithm
        self.keyID = keyID
        self.type = type
    }

    /// The claims, read as `C`. Throws `badClaims` when they are no JSON object or lack what `C` needs.
    package func claims<C: Decodable>(_: C.Type) throws(TokenFault) -> C {
        guard let claims = try? JSON.decoder.decode(C.self, from: Data(payload)) else { throw .badClaims }
        return claims
    }

    /// The claims of an ID token. Throws `badClaims`, as the other does.
    package func claims(_: IDTokenClaims.Type) throws(TokenFault) -> IDTokenClaims {
        try IDTokenClaims(reading: payload)
    }

    /// Whether `typ` says this: in any case, with or without `application/` before it (RFC 7515 §4.1.9).
    package func isOfType(_ wanted: String) -> Bool {
        guard let type else { return false }
        return VerifiedToken.short(type) == VerifiedToken.short(wanted)
    }

    private static func short(_ type: String) -> String {
        let type = type.lowercased()
        return type.hasPrefix("application/") ? String(type.dropFirst("application/".count)) : type
    }
}
