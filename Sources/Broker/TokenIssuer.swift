import Codec
import Crypto
import FoundationEssentials
import JOSE
import OAuth

/// Makes and reads our own tokens.
struct TokenIssuer: Sendable {
    private let configuration: BrokerConfiguration
    private let keys: SigningKeys
    private let random: any RandomSource

    init(configuration: BrokerConfiguration, keys: SigningKeys, random: any RandomSource) {
        self.configuration = configuration
        self.keys = keys
        self.random = random
    }

    /// What a token answer is made of, once the ledger has granted it.
    struct Granted {
        let client: Client
        let id: TransactionID
        let details: SignInDetails
        /// What was asked for: all of it, or less at a refresh.
        let scope: Scope
        let refreshToken: String?
        let isRefreshed: Bool
    }

    /// The answer of the token endpoint (RFC 6749 §5.1, OIDC Core §3.1.3.3).
    func answer(_ granted: Granted, now: Timestamp) throws(Refusal) -> TokenAnswer {
        let lifetime = configuration.lifetimes.accessToken
        let payload = AccessTokenPayload(
            issuer: configuration.issuer, clientID: granted.client.clientID, details: granted.details,
            scope: granted.scope, tokenID: Base64URL.encode(granted.id.bytes + random.bytes(8)), now: now,
            lifetime: lifetime)
        guard let accessToken = sign(payload.json, "at+jwt", .es256, now) else {
            throw .internalFault("signing an access token")
        }
        var idToken: String?
        if granted.scope.contains(Scope.openID) {
            let payload = IDTokenPayload(
                issuer: configuration.issuer, clientID: granted.client.clientID, details: granted.details,
                accessToken: accessToken, isRefreshed: granted.isRefreshed, now: now, lifetime: lifetime)
            idToken = sign(
                payload.json, "JWT", PrivateKey.Algorithm(granted.client.idTokenAlgorithm), now)
            guard idToken != nil else { throw .internalFault("signing an ID token") }
        }
        return TokenAnswer(
            accessToken: accessToken, expiresIn: lifetime, refreshToken: granted.refreshToken,
            idToken: idToken,
            scope: granted.scope.text)
    }

    private func sign(
        _ payload: [UInt8], _ type: String, _ algorithm: PrivateKey.Algorithm, _ now: Timestamp
    ) -> String? {
        guard let signer = keys.signer(algorithm, at: now) else { return nil }
        return try? signer.sign(payload: payload, type: type)
    }

    /// An access token of ours that comes back to us: signature, type, issuer, audience and time hold.
    func accessToken(_ text: String, now: Timestamp) -> AccessTokenClaims? {
        guard let token = try? UnverifiedToken(parsing: text), token.type == "at+jwt",
            let verified = try? token.verified(by: keys.verification),
            let claims = try? verified.claims(AccessTokenClaims.self),
            claims.issuer == configuration.issuer.text,
            claims.audience.values.contains(configuration.issuer.text), now.seconds < claims.expiresAt
        else { return nil }
        return claims
    }
}

/// What we read of an access token of our own.
struct AccessTokenClaims: Decodable, Sendable {
    let issuer: String
    let subject: String
    let audience: StringOrArray
    let clientID: String
    let expiresAt: Int64
    let tokenID: String
    let scope: String

    enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case clientID = "client_id"
        case expiresAt = "exp"
        case tokenID = "jti"
        case scope
    }

    /// The transaction whose code or refresh token gave it.
    var transactionID: TransactionID? {
        Base64URL.decode(tokenID).flatMap { TransactionID($0.prefix(TransactionID.byteCount)) }
    }
}

/// RFC 6749 §5.1.
struct TokenAnswer {
    let accessToken: String
    /// Seconds.
    let expiresIn: Int
    let refreshToken: String?
    let idToken: String?
    let scope: String

    var json: [UInt8] {
        var object = JSONObject()
        object.add("access_token", accessToken)
        object.add("expires_in", Int64(expiresIn))
        object.add("id_token", idToken)
        object.add("refresh_token", refreshToken)
        object.add("scope", scope)
        object.add("token_type", "Bearer")
        return object.finished()
    }
}

extension PrivateKey.Algorithm {
    /// The key that a client's ID tokens are signed with.
    package init(_ algorithm: Client.IDTokenAlgorithm) {
        switch algorithm {
        case .es256: self = .es256
        case .rs256: self = .rs256
        }
    }
}
