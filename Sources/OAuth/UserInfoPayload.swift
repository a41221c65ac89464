/// The answer of the userinfo endpoint (OIDC Core sections 5.3.2 and 5.4): what the token's scope allows.
package struct UserInfoPayload: Encodable, Sendable, Equatable {
    package let subject: String
    package private(set) var name: String?
    package private(set) var givenName: String?
    package private(set) var familyName: String?
    package private(set) var picture: String?
    package private(set) var locale: String?
    package private(set) var email: String?
    package private(set) var emailVerified: Bool?

    enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case name
        case givenName = "given_name"
        case familyName = "family_name"
        case picture, locale, email
        case emailVerified = "email_verified"
    }

    /// - Parameter scope: the access token's.
    package init(details: SignInDetails, scope: Scope) {
        subject = details.subject.text
        if scope.contains(Scope.profile) {
            name = details.claims.name
            givenName = details.claims.givenName
            familyName = details.claims.familyName
            picture = details.claims.picture
            locale = details.claims.locale
        }
        if scope.contains(Scope.email) {
            email = details.claims.email
            // Without an address there is nothing that was verified.
            emailVerified = email == nil ? nil : details.claims.emailVerified
        }
    }
}
