import Codec

/// The claims of an access token (RFC 9068 section 2.2), to be signed as `at+jwt`.
package struct AccessTokenPayload: Sendable, Equatable {
    package let issuer: String
    package let subject: String
    package let audience: StringOrArray
    package let clientID: String
    package let issuedAt: Int64
    package let expiresAt: Int64
    package let tokenID: String
    package let scope: String
    package let authTime: Int64
    package let acr: String?

    /// - Parameters:
    ///   - scope: what the app asked for, no more than `details` has.
    ///   - lifetime: in seconds.
    package init(
        issuer: Issuer, clientID: ClientID, details: SignInDetails, scope: Scope, tokenID: String,
        now: Timestamp, lifetime: Int
    ) {
        self.issuer = issuer.text
        subject = details.subject.text
        audience = Self.audience(issuer, details.resource, scope)
        self.clientID = clientID.text
        issuedAt = now.seconds
        expiresAt = now.adding(seconds: lifetime).seconds
        self.tokenID = tokenID
        self.scope = scope.text
        authTime = details.authTime.seconds
        acr = details.acr
    }

    /// The API that was asked for; ourselves for the userinfo endpoint, or where nothing was asked for (RFC 9068
    /// section 3).
    private static func audience(_ issuer: Issuer, _ resource: String?, _ scope: Scope) -> StringOrArray {
        guard let resource else { return StringOrArray([issuer.text]) }
        return StringOrArray(scope.contains(Scope.openID) ? [resource, issuer.text] : [resource])
    }

    /// The claims as a JSON object.
    package var json: [UInt8] {
        var object = JSONObject()
        object.add("iss", issuer)
        object.add("sub", subject)
        object.add("aud", audience)
        object.add("client_id", clientID)
        object.add("iat", issuedAt)
        object.add("exp", expiresAt)
        object.add("jti", tokenID)
        object.add("scope", scope)
        object.add("auth_time", authTime)
        object.add("acr", acr)
        return object.finished()
    }
}
