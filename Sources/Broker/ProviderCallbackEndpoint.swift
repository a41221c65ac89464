import Codec
import HTTP
import Journal
import OAuth
import Pages
import Store
import Upstream

/// `/oauth/provider/{id}/callback`: the person returns from the provider. Bound to the browser that began, asks the
/// provider exactly once, and gives the same browser the same outcome however often it asks (RFC 9700 §4.7, RFC 9207).
struct ProviderCallbackEndpoint {
    let broker: Broker
    let trace: Trace

    func answer(_ request: Request, provider id: String) async throws(Refusal) -> Response {
        guard let id = ProviderID(id), let provider = broker.provider(id) else { throw .notFound }
        let answer = try ProviderAnswer(try Parameters.ofBrowser(request))
        guard let transaction = broker.identifiers.parseUpstreamState(answer.state) else {
            throw .badLink("state is not one of ours")
        }
        guard let content = broker.pendingCookies.open(transaction, in: request.cookies) else {
            // A provider that answers by a cross-site POST leaves our Lax cookie at home (H22). The same answer asked
            // for by GET is a top-level navigation, which brings it along.
            if request.method == .post { return .redirect(to: answer.location(at: request.target.path)) }
            throw otherBrowser("this browser holds no open sign-in for this state")
        }
        let pending = try await open(content, transaction)
        trace.began(transaction, client: pending.clientID, provider: id)
        guard pending.providerID == id else { throw otherBrowser("the sign-in went to another provider") }
        guard pending.isLive(at: broker.clock()) else { throw otherBrowser("the sign-in has expired") }
        try await check(answer.issuer, provider)
        return try respond(pending, try await conclude(pending, provider, answer))
    }

    private func open(_ content: PendingCookies.Content, _ id: TransactionID) async throws(Refusal)
        -> PendingTransaction
    {
        switch content {
        case .carried(let pending): return pending
        case .spilled:
            let sealed: [UInt8]?
            do { sealed = try await broker.ledger.spilled(id, now: broker.clock()) } catch {
                throw .unavailable(error)
            }
            guard let sealed, let pending = broker.pendingCookies.openSpilled(id, sealed) else {
                throw otherBrowser("the sign-in has expired")
            }
            return pending
        }
    }

    /// `iss` before anything else of the answer is acted on, its error included (RFC 9207 §2.4).
    private func check(_ issuer: String?, _ provider: OpenIDProvider) async throws(Refusal) {
        let isAccepted: Bool
        do { isAccepted = try await provider.accepts(issuer: issuer) } catch {
            broker.journal.record(
                .upstreamFault(provider: provider.configuration.id.text, reason: Untrusted(error.reason)))
            throw .providerUnavailable
        }
        guard isAccepted else {
            trace.ended(.refused, "wrong_issuer")
            throw otherBrowser("iss is not the provider's issuer")
        }
    }

    /// Claims the transaction; the winner asks the provider, everybody else waits for what the winner settles.
    private func conclude(
        _ pending: PendingTransaction, _ provider: OpenIDProvider, _ answer: ProviderAnswer
    ) async throws(Refusal) -> TransactionRecord {
        do {
            switch try await claim(pending) {
            case .settled(let record):
                trace.ended(.repeated)
                return record
            case .processing:
                trace.ended(.repeated)
                return try await settledElsewhere(pending)
            case .claimed:
                let signIn = SignIn(broker: broker, provider: provider, trace: trace)
                let settlement = await signIn.settlement(of: pending, answer)
                switch try await settleClaimed(pending, as: settlement) {
                case .settled(let record): return record
                case .lost: return try await settledElsewhere(pending)
                }
            }
        } catch { throw .unavailable(error) }
    }

    private func claim(_ pending: PendingTransaction) async throws(LedgerFailure) -> ClaimOutcome {
        try await broker.ledger.claim(
            pending.id, clientID: pending.clientID, now: broker.clock(),
            keepUntil: pending.expiresAt.adding(seconds: broker.configuration.lifetimes.record))
    }

    /// A claim need not be durable, so a store that crashed meanwhile may have forgotten ours. Then it is made again for
    /// the answer that is in hand, unless somebody was faster.
    private func settleClaimed(
        _ pending: PendingTransaction, as settlement: Settlement
    ) async throws(LedgerFailure) -> SettleOutcome {
        let outcome = try await settle(pending, as: settlement)
        guard case .lost(nil) = outcome, case .claimed = try await claim(pending) else { return outcome }
        return try await settle(pending, as: settlement)
    }

    /// The provider's code is spent by now, so what it gave is worth more than one try: a store that is away must not
    /// cost a person the sign-in. Until the lease is over nobody else can do it, so until then it is tried; who
    /// waits here had claimed before the store went, so they are few.
    private func settle(
        _ pending: PendingTransaction, as settlement: Settlement
    ) async throws(LedgerFailure) -> SettleOutcome {
        for wait in Self.patience {
            do {
                return try await broker.ledger.settle(pending.id, as: settlement, now: broker.clock())
            } catch {
                broker.tell(error)
            }
            await broker.pause(wait)
        }
        return try await broker.ledger.settle(pending.id, as: settlement, now: broker.clock())
    }

    /// Waits between the attempts to settle: a little less than a lease in all.
    private static let patience: [Duration] =
        [.milliseconds(100), .milliseconds(400)] + Array(repeating: .milliseconds(1_500), count: 8)

    /// Asks again until the claim that another request holds is settled, or its lease is over.
    private func settledElsewhere(_ pending: PendingTransaction) async throws(LedgerFailure)
        -> TransactionRecord
    {
        var wait = Duration.milliseconds(20)
        while true {
            if case .settled(let record) = try await claim(pending) { return record }
            await broker.pause(wait)
            wait = min(wait * 2, .milliseconds(250))
        }
    }

    /// The same answer for everybody who asks for it with the cookie.
    private func respond(_ pending: PendingTransaction, _ record: TransactionRecord) throws(Refusal)
        -> Response
    {
        guard let uri = broker.client(pending.clientID)?.matching(pending.redirectURI) else {
            throw otherBrowser("the app's redirect URI is no longer registered")
        }
        return .redirect(to: broker.authorizationResponse(of: record, state: pending.state, at: uri))
    }

    private func otherBrowser(_ detail: String) -> Refusal {
        .page(.otherBrowser, error: "invalid_request", detail: detail)
    }
}
