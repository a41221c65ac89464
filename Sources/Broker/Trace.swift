import Codec
import Crypto
import HTTP
import Journal
import OAuth

/// What one request did, for its line in the log and for the metrics: phases and short names, never a secret. Lives as
/// long as the request and stays where it is handled.
final class Trace {
    let requestID: String
    let route: RouteLabel
    /// Nil for what is no step of a sign-in.
    var phase: SignInPhase?
    var outcome: SignInOutcome?
    /// An error code or a word of ours.
    var reason: String?
    private var transaction: TransactionID?
    private var client: ClientID?
    private var provider: ProviderID?

    init(requestID: String, route: RouteLabel = .none, phase: SignInPhase? = nil) {
        self.requestID = requestID
        self.route = route
        self.phase = phase
    }

    func began(_ id: TransactionID, client: ClientID?, provider: ProviderID? = nil) {
        transaction = id
        self.client = client
        self.provider = provider
    }

    func ended(_ outcome: SignInOutcome, _ reason: String? = nil) {
        self.outcome = outcome
        self.reason = reason
    }

    /// Counts the request and writes its one line.
    func record(_ status: Status, of request: Request, in broker: Broker) {
        let now = broker.monotonic()
        let nanoseconds = now > request.receivedAt ? now - request.receivedAt : 0
        let metrics = broker.journal.metrics
        metrics.answered(route, status: status.code, nanoseconds: nanoseconds)
        if status == .tooManyRequests { metrics.limited(route) }
        if let phase {
            metrics.signIn(phase, outcome ?? .answered, provider: provider.flatMap(broker.label))
        }
        guard broker.journal.tells(RequestRecord.level(status: status.code)) else { return }
        broker.journal.record(
            .requestAnswered(
                RequestRecord(
                    requestID: requestID, method: request.method.name, route: route, status: status.code,
                    nanoseconds: nanoseconds, address: request.client.text, step: step)))
    }

    private var step: RequestRecord.Step? {
        guard let phase else { return nil }
        return RequestRecord.Step(
            phase, outcome ?? .answered, transaction: transaction.map(Self.name),
            client: client.map { Untrusted($0.text) }, provider: provider?.text,
            reason: reason.map { Untrusted($0) })
    }

    /// How operators see a transaction: nothing that finds it in the store or works anywhere.
    static func name(of id: TransactionID) -> String { Hex.encode(SHA256.digest(id.bytes).bytes.prefix(6)) }
}
