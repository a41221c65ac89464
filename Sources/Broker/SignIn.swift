import Journal
import OAuth
import Upstream

/// Turns what the provider said into what the ledger shall remember. The only place where a provider is asked for a
/// person's identity.
struct SignIn {
    let broker: Broker
    let provider: OpenIDProvider
    let trace: Trace

    func settlement(of pending: PendingTransaction, _ answer: ProviderAnswer) async -> Settlement {
        switch answer.outcome {
        case .error(let error): return rejected(pending, CallbackRefusal(error: error))
        case .code(let code):
            do {
                let proof = UpstreamProof(
                    verifier: pending.upstreamVerifier, nonce: pending.upstreamNonce, maxAge: pending.maxAge)
                let identity = try await provider.identity(code: code, leg: proof)
                trace.ended(.issued)
                return issued(pending, identity)
            } catch {
                broker.journal.record(
                    .upstreamFault(provider: provider.configuration.id.text, reason: Untrusted(error.reason)))
                return rejected(pending, error.outcome)
            }
        }
    }

    private func issued(_ pending: PendingTransaction, _ identity: UpstreamIdentity) -> Settlement {
        let now = broker.clock()
        // Nobody has signed in later than now: a time ahead of ours would pass every max_age of the app's.
        let authTime = min(identity.authTime ?? now, now)
        let details = SignInDetails(
            of: pending, subject: Subject(random: broker.random), authTime: authTime, acr: identity.acr,
            claims: identity.claims)
        return .issued(
            Issuance(
                details: details, identity: Identity(identity), challenge: pending.challenge, now: now,
                lifetimes: broker.configuration.lifetimes))
    }

    /// A person's own no is told apart from every fault: the app says something else for each (H14).
    private func rejected(_ pending: PendingTransaction, _ refusal: CallbackRefusal) -> Settlement {
        let isDenied = refusal == .accessDenied
        trace.ended(isDenied ? .denied : .failed, refusal.rawValue)
        return .rejected(
            Rejection(
                of: pending, isDenied ? .denied : .failed, refusal.error, now: broker.clock(),
                lifetimes: broker.configuration.lifetimes))
    }
}

extension Identity {
    fileprivate init(_ upstream: UpstreamIdentity) {
        self.init(provider: upstream.provider, issuer: upstream.issuer, subject: upstream.subject)
    }
}
