import Codec

/// A sign-in between the authorization request and the provider's answer. It lies sealed in the browser's
/// cookie and nowhere else.
package struct PendingTransaction: Sendable, Equatable {
    package let id: TransactionID
    package let clientID: ClientID
    /// As matched. Match it again before redirecting: the client may have lost it meanwhile.
    package let redirectURI: String
    package let state: String?
    package let challenge: CodeChallenge
    package let nonce: String?
    package let scope: Scope
    package let resource: String?
    package let providerID: ProviderID
    /// Our own PKCE verifier and nonce at the provider.
    package let upstreamVerifier: String
    package let upstreamNonce: String
    package let prompt: Prompt
    /// Seconds.
    package let maxAge: Int?
    package let expiresAt: Timestamp

    /// - Parameter expiresAt: counted in whole seconds from the time in `id`, cut down to one.
    package init(
        id: TransactionID, request: AuthorizationRequest, providerID: ProviderID, upstreamVerifier: String,
        upstreamNonce: String, expiresAt: Timestamp
    ) {
        self.id = id
        clientID = request.client.clientID
        redirectURI = request.redirectURI.text
        state = request.state
        challenge = request.challenge
        nonce = request.nonce
        scope = request.scope
        resource = request.resource
        self.providerID = providerID
        self.upstreamVerifier = upstreamVerifier
        self.upstreamNonce = upstreamNonce
        prompt = request.prompt
        maxAge = request.maxAge
        self.expiresAt = id.createdAt.adding(seconds: max(0, expiresAt.seconds(since: id.createdAt)))
    }

    package var createdAt: Timestamp { id.createdAt }

    /// Whether the provider's answer may still be taken at `now`.
    package func isLive(at now: Timestamp) -> Bool {
        Lifespan(from: createdAt, until: expiresAt).contains(now)
    }
}

extension PendingTransaction {
    private static let version: UInt8 = 1

    /// A compact form, to be sealed; usually below 400 bytes.
    package func packed() -> [UInt8] {
        var writer = PackedWriter()
        writer.byte(Self.version)
        writer.fixed(id.bytes)
        writer.string(clientID.text)
        writer.string(redirectURI)
        writer.optional(state) { $0.compact($1) }
        writer.fixed(challenge.bytes)
        writer.optional(nonce) { $0.compact($1) }
        writer.string(scope.text)
        writer.optionalString(resource)
        writer.string(providerID.text)
        writer.compact(upstreamVerifier)
        writer.compact(upstreamNonce)
        writer.string(prompt.text ?? "")
        writer.optional(maxAge) { $0.uint32(UInt32(clamping: $1)) }
        writer.uint32(UInt32(clamping: expiresAt.seconds(since: createdAt)))
        return writer.bytes
    }

    /// - Throws: for what `packed` did not write.
    package init(packed bytes: [UInt8]) throws(PackedFault) {
        var reader = PackedReader(bytes)
        guard try reader.byte() == Self.version,
            let id = TransactionID(try reader.fixed(TransactionID.byteCount))
        else { throw .malformed }
        self.id = id
        clientID = try reader.checked(ClientID.init)
        redirectURI = try reader.string()
        state = try reader.optional { reader throws(PackedFault) in try reader.compact() }
        guard let challenge = CodeChallenge(bytes: try reader.fixed(32)) else { throw .malformed }
        self.challenge = challenge
        nonce = try reader.optional { reader throws(PackedFault) in try reader.compact() }
        scope = try reader.checked(Scope.init(parsing:))
        resource = try reader.optionalString()
        providerID = try reader.checked(ProviderID.init)
        upstreamVerifier = try reader.compact()
        upstreamNonce = try reader.compact()
        prompt = try reader.checked(Prompt.init(parsing:))
        maxAge = try reader.optional { reader throws(PackedFault) in Int(try reader.uint32()) }
        expiresAt = id.createdAt.adding(seconds: Int(try reader.uint32()))
        try reader.end()
    }
}
