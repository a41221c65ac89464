import Codec
import Crypto
import OAuth
import Testing

/// The one sign-in of the world, in values.
struct Sample: Sendable {
    let id = TransactionID(at: Calendar.beginning, random: SameByte(1))
    let otherID = TransactionID(at: Calendar.beginning, random: SameByte(2))
    let client: ClientID
    let otherClient: ClientID
    let verifier: CodeVerifier
    let wrongVerifier: CodeVerifier
    let identity: Identity
    let subject: Subject
    let pending: PendingTransaction
    let lifetimes = Lifetimes()

    /// - Parameter offline: whether the code gives refresh tokens.
    init(offline: Bool) throws {
        client = try #require(ClientID("app"))
        otherClient = try #require(ClientID("other"))
        let verifier = try #require(CodeVerifier(String(repeating: "v", count: 43)))
        self.verifier = verifier
        wrongVerifier = try #require(CodeVerifier(String(repeating: "w", count: 43)))
        let provider = try #require(ProviderID("google"))
        identity = Identity(provider: provider, issuer: "https://accounts.google.com", subject: "1")
        subject = try #require(Subject("person"))
        let uri = "com.example.app:/callback"
        let scope = offline ? "openid offline_access" : "openid"
        let app = try Client(
            clientID: client, name: "App",
            redirectURIs: [RedirectURI.validate(registration: uri)], scope: #require(Scope(parsing: scope)))
        let form = Form.encode([
            ("response_type", "code"), ("client_id", "app"), ("redirect_uri", uri), ("scope", scope),
            ("code_challenge", verifier.challenge.text), ("code_challenge_method", "S256"),
        ])
        pending = try PendingTransaction(
            id: id,
            request: .validate(
                Form(parsing: form.utf8), clients: { $0 == app.clientID ? app : nil }, apis: []),
            providerID: provider, upstreamVerifier: "v", upstreamNonce: "n",
            expiresAt: Calendar.beginning.adding(seconds: lifetimes.transaction))
    }

    /// When the transaction's row may be forgotten.
    var keepUntil: Timestamp { pending.expiresAt.adding(seconds: lifetimes.record) }

    /// How the claim ends that `operation` settles.
    func settlement(_ operation: Operation, now: Timestamp) -> Settlement {
        switch operation {
        case .settleIssued:
            .issued(
                Issuance(
                    details: SignInDetails(of: pending, subject: subject, authTime: Calendar.beginning),
                    identity: identity, challenge: pending.challenge, now: now, lifetimes: lifetimes))
        default:
            .rejected(
                Rejection(
                    of: pending, operation == .settleDenied ? .denied : .failed,
                    AuthorizationError(.accessDenied, "no"), now: now, lifetimes: lifetimes))
        }
    }

    func handle(_ generation: Int, isWrong: Bool = false, now: Timestamp) -> HandleRedemption {
        HandleRedemption(
            handle: NumberedID(id: id, generation: generation), clientID: client,
            verifier: isWrong ? wrongVerifier : verifier, now: now, lifetimes: lifetimes)
    }

    func code(isWrong: Bool = false, now: Timestamp) -> CodeRedemption {
        CodeRedemption(
            id: id, clientID: client, redirectURI: pending.redirectURI,
            verifier: isWrong ? wrongVerifier : verifier, now: now, lifetimes: lifetimes)
    }

    func refresh(_ generation: Int, grace: Int? = nil, now: Timestamp) -> RefreshRotation {
        var lifetimes = lifetimes
        lifetimes.refreshGrace = grace ?? lifetimes.refreshGrace
        return RefreshRotation(
            token: NumberedID(id: id, generation: generation), clientID: client, now: now,
            lifetimes: lifetimes)
    }
}

/// One byte for ever.
struct SameByte: RandomSource {
    private let byte: UInt8

    init(_ byte: UInt8) { self.byte = byte }

    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
}
