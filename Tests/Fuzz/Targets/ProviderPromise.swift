import Codec
import JOSE
import OAuth
import Upstream

/// What providers answer: metadata, tokens, user info and claims, each read of the same bytes.
enum ProviderPromise {
    private static let configuration: ProviderConfiguration? = {
        guard let id = ProviderID("example"), let issuer = StrictURL("https://idp.example.com"),
            let scope = Scope(parsing: "openid email")
        else { return nil }
        return ProviderConfiguration(
            id: id, displayName: "Example", issuer: issuer, clientID: "homing", clientSecret: nil,
            scope: scope)
    }()

    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        try checkMetadata(input)
        for type in ["application/json", "application/x-www-form-urlencoded"] {
            let answer = UpstreamAnswer(status: 200, contentType: type, body: input)
            if let tokens = try? TokenAnswer(reading: answer) {
                try promise(!tokens.accessToken.isEmpty, "an access token, or no answer")
                try promise(tokens.expiresIn.map { $0 >= 0 } ?? true, "no time below zero")
            }
        }
        let answer = UpstreamAnswer(status: 200, contentType: "application/json", body: input)
        if let claims = try? UserInfo.read(answer, of: "248289761001") { try check(claims) }
        if let token = try? IDTokenClaims(reading: input) {
            try check(ProfileClaims(token))
            let dates = [token.exp, token.iat, token.nbf, token.authTime].compactMap { $0?.seconds }
            try promise(dates.allSatisfy { (0...253_402_300_799).contains($0) }, "dates that can be summed")
        }
    }

    private static func checkMetadata(_ input: [UInt8]) throws(BrokenPromise) {
        guard let configuration, let read = try? ProviderMetadata(reading: input, of: configuration) else {
            return
        }
        let endpoints = [read.authorizationEndpoint, read.tokenEndpoint, read.keysURL, read.userInfoEndpoint]
        try promise(endpoints.allSatisfy { $0?.isSecure ?? true }, "endpoints are https")
    }

    private static func check(_ claims: ProfileClaims) throws(BrokenPromise) {
        let texts = [
            claims.email, claims.name, claims.givenName, claims.familyName, claims.picture, claims.locale,
        ]
        for text in texts.compactMap(\.self) {
            try promise((1...2048).contains(text.utf8.count), "a claim is neither empty nor too long")
        }
        try promise(claims.email != nil || claims.emailVerified == nil, "no verification without an address")
    }
}
