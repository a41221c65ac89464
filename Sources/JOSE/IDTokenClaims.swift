import Codec

/// The claims of a provider's ID token (OIDC Core §2, §5.1). What decides about trust must have its right type, or
/// the whole is refused; what merely describes the person may have any shape and is then absent.
package struct IDTokenClaims: Sendable {
    package let iss: String
    package let sub: String
    package let aud: StringOrArray
    package let azp: String?
    package let exp: NumericDate
    package let iat: NumericDate?
    package let nbf: NumericDate?
    package let nonce: String?
    package let atHash: String?
    /// Microsoft's tenant: part of the issuer at its tenant-independent endpoints.
    package let tid: String?

    /// Nothing for 0 as well: some providers write it in place of a time that they do not know.
    package let authTime: NumericDate?
    package let acr, email, name, givenName, familyName, picture, locale, preferredUsername: String?
    /// Nothing when the provider does not say, which is not the same as false.
    package let emailVerified: Bool?

    /// Throws `badClaims` for what is no JSON object with the claims that decide, each in its right type.
    package init(reading payload: [UInt8]) throws(TokenFault) {
        guard let claims = JSONValue(parsing: payload) else { throw .badClaims }
        iss = try Self.required(claims["iss"]?.text)
        sub = try Self.required(claims["sub"]?.text)
        aud = try Self.required(claims["aud"]?.texts)
        exp = try Self.required(claims["exp"].flatMap(NumericDate.init))
        azp = try Self.optional(claims["azp"]) { $0.text }
        iat = try Self.optional(claims["iat"]) { NumericDate($0) }
        nbf = try Self.optional(claims["nbf"]) { NumericDate($0) }
        nonce = try Self.optional(claims["nonce"]) { $0.text }
        atHash = try Self.optional(claims["at_hash"]) { $0.text }
        tid = try Self.optional(claims["tid"]) { $0.text }
        authTime = claims["auth_time"].flatMap(NumericDate.init).flatMap { $0.seconds > 0 ? $0 : nil }
        acr = claims["acr"]?.text
        email = claims["email"]?.text
        name = claims["name"]?.text
        givenName = claims["given_name"]?.text
        familyName = claims["family_name"]?.text
        picture = claims["picture"]?.text
        locale = claims["locale"]?.text
        preferredUsername = claims["preferred_username"]?.text
        emailVerified = claims["email_verified"]?.truth
    }

    private static func required<Value>(_ value: Value?) throws(TokenFault) -> Value {
        guard let value else { throw .badClaims }
        return value
    }

    /// What is there, other than as null, must be of the right type.
    private static func optional<Value>(
        _ claim: JSONValue?, _ read: (JSONValue) -> Value?
    ) throws(TokenFault) -> Value? {
        guard let claim, !claim.isNull else { return nil }
        return try required(read(claim))
    }
}
