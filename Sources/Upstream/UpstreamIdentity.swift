import JOSE
import OAuth

/// Who a provider says has signed in. The account is provider, issuer and subject, never the e-mail address (A48).
package struct UpstreamIdentity: Sendable {
    package let provider: ProviderID
    package let issuer: String
    /// The provider's own `sub`, at most 255 bytes.
    package let subject: String
    package let authTime: Timestamp?
    package let acr: String?
    package let claims: ProfileClaims

    package init(
        provider: ProviderID, issuer: String, subject: String, authTime: Timestamp?, acr: String?,
        claims: ProfileClaims
    ) {
        self.provider = provider
        self.issuer = issuer
        self.subject = subject
        self.authTime = authTime
        self.acr = acr
        self.claims = claims
    }

    init(provider: ProviderID, issuer: String, claims: IDTokenClaims, profile: ProfileClaims) {
        self.init(
            provider: provider, issuer: issuer, subject: claims.sub,
            authTime: claims.authTime.map { Timestamp(seconds: Int64($0.seconds)) },
            acr: claims.acr.flatMap { 1...255 ~= $0.utf8.count ? $0 : nil }, claims: profile)
    }
}

/// What a provider's dealings give an operator to know besides failures: no values, only counts and our own words.
package enum UpstreamNote: Sendable, Equatable {
    /// Keys in the provider's set that cannot be used, skipped one by one (H20).
    case keysSkipped(Int)
    /// Metadata or keys could not be read anew; what was held before stays in force (H21).
    case refreshFailed(String)
    /// The userinfo endpoint did not serve; the sign-in goes on without it.
    case userInfoIgnored(String)
}
