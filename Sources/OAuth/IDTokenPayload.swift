import Codec
import Crypto

/// The claims of an ID token (OIDC Core sections 2 and 3.1.3.6). Who the person is beyond `sub`, the userinfo
/// endpoint tells.
package struct IDTokenPayload: Sendable, Equatable {
    package let issuer: String
    package let subject: String
    package let audience: String
    package let issuedAt: Int64
    package let expiresAt: Int64
    package let authTime: Int64
    package let nonce: String?
    package let acr: String?
    package let accessTokenHash: String

    /// - Parameters:
    ///   - accessToken: the one that goes with it.
    ///   - isRefreshed: leaves out the nonce, which belongs to the first answer (OIDC Core section 12.2).
    ///   - lifetime: in seconds.
    package init(
        issuer: Issuer, clientID: ClientID, details: SignInDetails, accessToken: String,
        isRefreshed: Bool = false,
        now: Timestamp, lifetime: Int
    ) {
        self.issuer = issuer.text
        subject = details.subject.text
        audience = clientID.text
        issuedAt = now.seconds
        expiresAt = now.adding(seconds: lifetime).seconds
        authTime = details.authTime.seconds
        nonce = isRefreshed ? nil : details.nonce
        acr = details.acr
        accessTokenHash = Self.hash(accessToken)
    }

    /// The left half of the token's SHA-256, which both ES256 and RS256 stand for.
    static func hash(_ accessToken: String) -> String {
        Base64URL.encode(SHA256.digest(Array(accessToken.utf8)).bytes.prefix(16))
    }

    /// The claims as a JSON object.
    package var json: [UInt8] {
        var object = JSONObject()
        object.add("iss", issuer)
        object.add("sub", subject)
        object.add("aud", audience)
        object.add("iat", issuedAt)
        object.add("exp", expiresAt)
        object.add("auth_time", authTime)
        object.add("nonce", nonce)
        object.add("acr", acr)
        object.add("at_hash", accessTokenHash)
        return object.finished()
    }
}
