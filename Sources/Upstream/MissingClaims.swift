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
