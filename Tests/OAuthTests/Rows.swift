import Crypto
import OAuth
import Testing

/// Rows of a ledger that hold one sign-in, and what is presented to them.
struct Rows {
    let id = Samples.id()
    var lifetimes = Lifetimes()
    let issuedAt = Samples.start.adding(seconds: 5)

    func issued(scope: String = "openid offline_access") throws -> TransactionRecord {
        let issuance = try Issuance(
            details: Samples.details(scope: scope),
            identity: Samples.identity(),
            challenge: #require(CodeChallenge(Samples.challenge)), now: issuedAt, lifetimes: lifetimes)
        let claimed = try TransactionMachine.claim(
            existing: nil, id: id, clientID: Samples.clientID(), now: issuedAt,
            keepUntil: issuedAt.adding(seconds: lifetimes.record), epoch: Epoch())
        let settled = TransactionMachine.settle(
            existing: claimed.write, as: .issued(issuance), now: issuedAt
        ) { $0.proposedSubject }
        return try #require(settled.write)
    }

    /// A sign-in that the person said no to.
    func rejection() throws -> Rejection {
        let request = try AuthorizationRequestTests.validate(Samples.request)
        let pending = try PendingTransaction(
            id: id, request: request, providerID: #require(ProviderID("google")), upstreamVerifier: "v",
            upstreamNonce: "n", expiresAt: Samples.start.adding(seconds: lifetimes.transaction))
        return Rejection(
            of: pending, .denied, AuthorizationError(.accessDenied, "no"), now: issuedAt, lifetimes: lifetimes
        )
    }

    func rejected() throws -> TransactionRecord {
        try TransactionRecord(
            id: id, clientID: Samples.clientID(), keepUntil: issuedAt.adding(seconds: lifetimes.record),
            phase: .rejected(rejection()))
    }

    func handle(
        _ generation: Int = 1, client: String = "app1", verifier: String = Samples.verifier,
        at seconds: Int = 0
    ) throws -> HandleRedemption {
        try HandleRedemption(
            handle: NumberedID(id: id, generation: generation), clientID: Samples.clientID(client),
            verifier: Samples.proof(verifier), now: issuedAt.adding(seconds: seconds), lifetimes: lifetimes)
    }

    func code(
        client: String = "app1", redirectURI: String = Samples.callback, verifier: String = Samples.verifier,
        milliseconds: Int64 = 0
    ) throws -> CodeRedemption {
        try CodeRedemption(
            id: id, clientID: Samples.clientID(client), redirectURI: redirectURI,
            verifier: Samples.proof(verifier), now: issuedAt.adding(milliseconds: milliseconds),
            lifetimes: lifetimes)
    }

    func refresh(
        _ generation: Int, client: String = "app1", scope: String? = nil, resource: String? = nil,
        at seconds: Int = 0
    ) throws -> RefreshRotation {
        try RefreshRotation(
            token: NumberedID(id: id, generation: generation), clientID: Samples.clientID(client),
            scope: scope.map { try #require(Scope(parsing: $0)) }, resource: resource,
            now: issuedAt.adding(seconds: seconds), lifetimes: lifetimes)
    }

    static let wrongVerifier = String(repeating: "x", count: 43)
}
