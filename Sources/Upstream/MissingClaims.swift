import OAuth

/// Which asked-for claims an ID token leaves out, so that userinfo is worth a request.
struct MissingClaims {
    let isEmpty: Bool

    init(scope: Scope, claims: ProfileClaims) {
        let lacksEmail = scope.contains(Scope.email) && claims.email == nil
        let lacksName =
            scope.contains(Scope.profile) && claims.name == nil && claims.givenName == nil
            && claims.familyName == nil
        isEmpty = !lacksEmail && !lacksName
    }
}

extension ProfileClaims {
    /// These claims, and for what is missing those of `other`. An address and its verification come from one source.
    func completed(by other: ProfileClaims) -> ProfileClaims {
        var claims = self
        if claims.email == nil {
            claims.email = other.email
            claims.emailVerified = other.emailVerified
        }
        claims.name = name ?? other.name
        claims.givenName = givenName ?? other.givenName
        claims.familyName = familyName ?? other.familyName
        claims.picture = picture ?? other.picture
        claims.locale = locale ?? other.locale
        return claims
    }
}
