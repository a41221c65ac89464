import Codec

/// The claims of a provider's ID token (OIDC Core §2, §5.1). What decides about trust must have its right type, or
/// the whole is refused; what merely describes the person may have any shape and is then absent.
package struct IDTokenClaims: Decodable, Sendable {
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

    private let authTimeRead: Lossy<NumericDate>
    private let acrRead, emailRead, nameRead, givenNameRead, familyNameRead: Lossy<String>
    private let pictureRead, localeRead, preferredUsernameRead: Lossy<String>
    private let emailVerifiedRead: LenientBool

    /// Nothing for 0 as well: some providers write it in place of a time that they do not know.
    package var authTime: NumericDate? { authTimeRead.value.flatMap { $0.seconds > 0 ? $0 : nil } }
    package var acr: String? { acrRead.value }
    package var email: String? { emailRead.value }
    /// Nothing when the provider does not say, which is not the same as false.
    package var emailVerified: Bool? { emailVerifiedRead.value }
    package var name: String? { nameRead.value }
    package var givenName: String? { givenNameRead.value }
    package var familyName: String? { familyNameRead.value }
    package var picture: String? { pictureRead.value }
    package var locale: String? { localeRead.value }
    package var preferredUsername: String? { preferredUsernameRead.value }

    private enum CodingKeys: String, CodingKey {
        case iss, sub, aud, azp, exp, iat, nbf, nonce, tid
        case atHash = "at_hash"
        case authTimeRead = "auth_time"
        case acrRead = "acr"
        case emailRead = "email"
        case emailVerifiedRead = "email_verified"
        case nameRead = "name"
        case givenNameRead = "given_name"
        case familyNameRead = "family_name"
        case pictureRead = "picture"
        case localeRead = "locale"
        case preferredUsernameRead = "preferred_username"
    }
}
