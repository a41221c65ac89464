import Codec

/// What a finished sign-in is remembered by: enough to answer the app once more and to make its tokens. An object that
/// never changes: rows, grants and outcomes hand it on without copying a dozen texts.
package final class SignInDetails: Sendable {
    /// As matched; the code is bound to these bytes.
    package let redirectURI: String
    package let state: String?
    package let nonce: String?
    package let scope: Scope
    package let resource: String?
    package let providerID: ProviderID
    /// Before `settle`: the one proposed for somebody new. After it: who they are here.
    package let subject: Subject
    package let authTime: Timestamp
    package let acr: String?
    package let claims: ProfileClaims

    package init(
        redirectURI: String, state: String?, nonce: String?, scope: Scope, resource: String?,
        providerID: ProviderID, subject: Subject, authTime: Timestamp, acr: String? = nil,
        claims: ProfileClaims = ProfileClaims()
    ) {
        self.redirectURI = redirectURI
        self.state = state
        self.nonce = nonce
        self.scope = scope
        self.resource = resource
        self.providerID = providerID
        self.subject = subject
        self.authTime = authTime
        self.acr = acr
        self.claims = claims
    }

    /// What `pending` asked for, and who answered it.
    package convenience init(
        of pending: PendingTransaction, subject: Subject, authTime: Timestamp, acr: String? = nil,
        claims: ProfileClaims = ProfileClaims()
    ) {
        self.init(
            redirectURI: pending.redirectURI, state: pending.state, nonce: pending.nonce,
            scope: pending.scope, resource: pending.resource, providerID: pending.providerID,
            subject: subject, authTime: authTime, acr: acr, claims: claims)
    }
}

extension SignInDetails {
    /// The same, of somebody else.
    func of(_ subject: Subject) -> SignInDetails {
        if subject == self.subject { return self }
        return SignInDetails(
            redirectURI: redirectURI, state: state, nonce: nonce, scope: scope, resource: resource,
            providerID: providerID, subject: subject, authTime: authTime, acr: acr, claims: claims)
    }

    private static let version: UInt8 = 1

    /// A compact form, to be sealed: it holds names and addresses.
    package func packed() -> [UInt8] {
        var writer = PackedWriter()
        writer.byte(Self.version)
        writer.string(redirectURI)
        writer.optional(state) { $0.compact($1) }
        writer.optional(nonce) { $0.compact($1) }
        writer.string(scope.text)
        writer.optionalString(resource)
        writer.string(providerID.text)
        writer.string(subject.text)
        writer.int64(authTime.milliseconds)
        writer.optionalString(acr)
        claims.pack(into: &writer)
        return writer.bytes
    }

    /// - Throws: for what `packed` did not write.
    package convenience init(packed bytes: [UInt8]) throws(PackedFault) {
        var reader = PackedReader(bytes)
        guard try reader.byte() == Self.version else { throw .malformed }
        self.init(
            redirectURI: try reader.string(),
            state: try reader.optional { reader throws(PackedFault) in try reader.compact() },
            nonce: try reader.optional { reader throws(PackedFault) in try reader.compact() },
            scope: try reader.checked(Scope.init(parsing:)), resource: try reader.optionalString(),
            providerID: try reader.checked(ProviderID.init), subject: try reader.checked(Subject.init),
            authTime: Timestamp(milliseconds: try reader.int64()), acr: try reader.optionalString(),
            claims: try ProfileClaims(from: &reader))
        try reader.end()
    }
}

extension SignInDetails: Equatable {
    package static func == (one: SignInDetails, other: SignInDetails) -> Bool {
        one === other
            || one.redirectURI == other.redirectURI && one.state == other.state && one.nonce == other.nonce
                && one.scope == other.scope && one.resource == other.resource
                && one.providerID == other.providerID && one.subject == other.subject
                && one.authTime == other.authTime && one.acr == other.acr && one.claims == other.claims
    }
}
