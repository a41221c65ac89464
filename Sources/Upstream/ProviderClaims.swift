import JOSE
import OAuth

extension ProfileClaims {
    /// Bytes of one claim that are kept; what is longer is left out, not cut.
    private static let most = 2048

    /// What an ID token tells.
    package init(_ claims: IDTokenClaims) {
        self.init(
            told: ProfileClaims(
                email: claims.email, emailVerified: claims.emailVerified, name: claims.name,
                givenName: claims.givenName, familyName: claims.familyName, picture: claims.picture,
                locale: claims.locale))
    }

    /// Claims as a provider told them, without those that are empty or too long to keep.
    init(told claims: ProfileClaims) {
        func kept(_ text: String?) -> String? {
            guard let text, !text.isEmpty, text.utf8.count <= Self.most else { return nil }
            return text
        }
        let email = kept(claims.email)
        self.init(
            email: email, emailVerified: email == nil ? nil : claims.emailVerified, name: kept(claims.name),
            givenName: kept(claims.givenName), familyName: kept(claims.familyName),
            picture: kept(claims.picture), locale: kept(claims.locale))
    }

    /// These claims, and for what is missing those of `other`. An address and its verification come from one source.
    func completed(by other: ProfileClaims) -> ProfileClaims {
        let email = email == nil ? (other.email, other.emailVerified) : (email, emailVerified)
        return ProfileClaims(
            email: email.0, emailVerified: email.1, name: name ?? other.name,
            givenName: givenName ?? other.givenName, familyName: familyName ?? other.familyName,
            picture: picture ?? other.picture, locale: locale ?? other.locale)
    }
}
