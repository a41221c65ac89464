import Codec
import Crypto
import OAuth
import Store

/// A ledger, a moment, and an app that signs people in.
package struct World: Sendable {
    package let ledger: any Ledger
    package static let start = Timestamp(seconds: 1_800_000_000)
    package let now = World.start
    package let lifetimes = Lifetimes()
    package let client: ClientID
    package let otherClient: ClientID
    package let verifier: CodeVerifier
    package let wrongVerifier: CodeVerifier
    package let redirectURI = "com.example.app:/callback"

    package init(ledger: any Ledger) throws {
        self.ledger = ledger
        client = try unwrap(ClientID("com.example.mobile"))
        otherClient = try unwrap(ClientID("com.example.other"))
        verifier = try unwrap(CodeVerifier("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        wrongVerifier = try unwrap(CodeVerifier("aBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
    }

    /// A new transaction's id.
    package func newID(at time: Timestamp? = nil) -> TransactionID {
        TransactionID(at: time ?? now, random: SystemRandom())
    }

    package var keepUntil: Timestamp { now.adding(seconds: 1_200) }

    package func details(
        subject: String = "subject-1", offline: Bool = true, state: String = "s-12345678"
    ) throws -> SignInDetails {
        SignInDetails(
            redirectURI: redirectURI, state: state, nonce: "n-12345678",
            scope: try unwrap(Scope(parsing: offline ? "openid email offline_access" : "openid email")),
            resource: nil, providerID: try unwrap(ProviderID("google")),
            subject: try unwrap(Subject(subject)), authTime: now, acr: nil,
            claims: ProfileClaims(email: "marker@example.com", emailVerified: true, name: "Marker Person"))
    }

    /// Somebody at a provider, by a name that the test gives.
    package func identity(_ name: String) throws -> Identity {
        Identity(
            provider: try unwrap(ProviderID("google")), issuer: "https://accounts.google.com", subject: name)
    }

    package func issuance(
        identity: String = "person-1", subject: String = "subject-1", offline: Bool = true,
        at time: Timestamp? = nil
    ) throws -> Settlement {
        .issued(
            Issuance(
                details: try details(subject: subject, offline: offline),
                identity: try self.identity(identity), challenge: verifier.challenge, now: time ?? now,
                lifetimes: lifetimes))
    }

    /// What the browser carries for the transaction `id`.
    package func pending(_ id: TransactionID) throws -> PendingTransaction {
        let app = Client(
            clientID: client, name: "Example",
            redirectURIs: [try RedirectURI.validate(registration: redirectURI)],
            scope: try unwrap(Scope(parsing: "openid email offline_access")))
        let form = try Form(
            parsing: Form.encode([
                ("response_type", "code"), ("client_id", client.text), ("redirect_uri", redirectURI),
                ("scope", "openid"), ("state", "s-12345678"), ("code_challenge", verifier.challenge.text),
                ("code_challenge_method", "S256"),
            ]).utf8)
        let request = try AuthorizationRequest.validate(form, clients: { _ in app }, apis: [])
        return PendingTransaction(
            id: id, request: request, providerID: try unwrap(ProviderID("google")), upstreamVerifier: "v",
            upstreamNonce: "n", expiresAt: now.adding(seconds: lifetimes.transaction))
    }

    /// Claims a transaction and rejects it at `now`.
    package func reject(
        _ cause: Rejection.Cause = .denied, _ error: AuthorizationError
    ) async throws -> (id: TransactionID, rejection: Rejection) {
        let id = newID()
        _ = try await ledger.claim(id, clientID: client, now: now, keepUntil: keepUntil)
        let rejection = Rejection(of: try pending(id), cause, error, now: now, lifetimes: lifetimes)
        _ = try await ledger.settle(id, as: .rejected(rejection), now: now)
        return (id, rejection)
    }

    /// Claims and settles a transaction; the code is issued at `now`.
    package func issue(
        _ id: TransactionID? = nil, offline: Bool = true
    ) async throws -> TransactionID {
        let id = id ?? newID()
        let claim = try await ledger.claim(id, clientID: client, now: now, keepUntil: keepUntil)
        try require(claim, is: .claimed)
        let outcome = try await ledger.settle(id, as: try issuance(offline: offline), now: now)
        guard case .settled = outcome else { throw ContractBreach("not settled: \(outcome)", #fileID, #line) }
        return id
    }

    /// Issues and redeems a code; the first refresh token is good from `now`.
    package func grant() async throws -> TransactionID {
        let id = try await issue()
        guard case .redeemed(_, .some) = try await ledger.redeemCode(code(id)) else {
            throw ContractBreach("no grant", #fileID, #line)
        }
        return id
    }

    package func code(
        _ id: TransactionID, after seconds: Int = 0, client: ClientID? = nil, redirectURI: String? = nil,
        verifier: CodeVerifier? = nil
    ) -> CodeRedemption {
        CodeRedemption(
            id: id, clientID: client ?? self.client, redirectURI: redirectURI ?? self.redirectURI,
            verifier: verifier ?? self.verifier, now: now.adding(seconds: seconds), lifetimes: lifetimes)
    }

    package func handle(
        _ id: TransactionID, _ generation: Int, after seconds: Int = 0, client: ClientID? = nil,
        verifier: CodeVerifier? = nil
    ) -> HandleRedemption {
        HandleRedemption(
            handle: NumberedID(id: id, generation: generation), clientID: client ?? self.client,
            verifier: verifier ?? self.verifier, now: now.adding(seconds: seconds), lifetimes: lifetimes)
    }

    package func refresh(
        _ id: TransactionID, _ generation: Int, after seconds: Int = 0, client: ClientID? = nil,
        scope: Scope? = nil
    ) -> RefreshRotation {
        RefreshRotation(
            token: NumberedID(id: id, generation: generation), clientID: client ?? self.client, scope: scope,
            now: now.adding(seconds: seconds), lifetimes: lifetimes)
    }

    /// Does the same `count` times at once.
    package func atOnce<T: Sendable>(
        _ count: Int = 64, _ body: @escaping @Sendable (Int) async throws -> T
    ) async throws -> [T] {
        try await withThrowingTaskGroup(of: T.self) { group in
            for index in 0..<count { group.addTask { try await body(index) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
