import Codec
import Crypto
import JOSE
import OAuth

/// What an ID token must say (OIDC Core section 3.1.3.7, items 2 to 13). Its signature is checked elsewhere: only a
/// `VerifiedToken` has claims.
struct IDTokenExpectation: Sendable {
    /// Seconds that two clocks may differ by.
    static let leeway = 60

    let issuer: String
    let clientID: String
    let nonce: String
    /// Seconds; nil when it was not asked for.
    let maxAge: Int?
    /// What `at_hash` is held against when it is there.
    let accessToken: String

    /// The claims, if they hold.
    ///
    /// - Throws: `invalidToken` with the first rule that does not.
    func claims(of token: VerifiedToken, at now: Timestamp) throws(UpstreamFailure) -> IDTokenClaims {
        guard !token.isOfType("at+jwt"), !token.isOfType("logout+jwt") else {
            throw .invalidToken("typ is another kind of token's")
        }
        let claims: IDTokenClaims
        do throws(TokenFault) {
            claims = try token.claims(IDTokenClaims.self)
        } catch {
            throw .invalidToken("the claims cannot be read, or one that is required is missing")
        }
        try check(claims, algorithm: token.algorithm, at: Int(now.seconds))
        return claims
    }

    private func check(
        _ claims: IDTokenClaims, algorithm: SignatureAlgorithm, at now: Int
    ) throws(UpstreamFailure) {
        guard claims.iss.utf8.elementsEqual(issuer.utf8) else {
            throw .invalidToken(
                TrailingSlash.isAllThatDiffers(claims.iss, issuer)
                    ? "iss differs from the issuer by its last slash" : "iss is not the issuer")
        }
        try checkSubject(claims.sub)
        try checkAudience(claims)
        try checkTimes(claims, now)
        guard let received = claims.nonce, constantTimeEqual(Array(received.utf8), Array(nonce.utf8)) else {
            throw .invalidToken("nonce is missing or another one")
        }
        if let hash = claims.atHash, hash != algorithm.accessTokenHash(accessToken) {
            throw .invalidToken("at_hash does not fit the access token")
        }
    }

    private func checkSubject(_ subject: String) throws(UpstreamFailure) {
        guard !subject.isEmpty, subject.utf8.count <= 255 else {
            throw .invalidToken("sub is empty or longer than 255")
        }
        guard !subject.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw .invalidToken("sub holds control characters")
        }
    }

    private func checkAudience(_ claims: IDTokenClaims) throws(UpstreamFailure) {
        guard claims.aud.contains(clientID) else { throw .invalidToken("aud does not name us") }
        if let party = claims.azp {
            guard party == clientID else { throw .invalidToken("azp is another client") }
        } else if claims.aud.values.count > 1 {
            throw .invalidToken("aud names others too, and azp is missing")
        }
    }

    private func checkTimes(_ claims: IDTokenClaims, _ now: Int) throws(UpstreamFailure) {
        guard claims.exp.seconds > now - Self.leeway else { throw .invalidToken("exp is past") }
        guard let issued = claims.iat, issued.seconds <= now + Self.leeway else {
            throw .invalidToken("iat is missing or in the future")
        }
        if let start = claims.nbf, start.seconds > now + Self.leeway {
            throw .invalidToken("nbf is in the future")
        }
        guard let maxAge else { return }
        guard let signedIn = claims.authTime?.seconds, signedIn <= now + Self.leeway,
            signedIn >= now - Self.leeway - min(maxAge, now)
        else { throw .invalidToken("auth_time is missing, in the future, or longer ago than max_age") }
    }
}
