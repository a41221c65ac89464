import Codec
import Crypto
import HTTP
import Journal
import OAuth

/// What one request did, for its line in the log: phases and short names, never a secret. Lives as long as the
/// request and stays where it is handled.
final class Trace {
    let requestID: String
    var phase: SignInPhase
    var outcome: SignInOutcome?
    /// An error code or a word of ours.
    var reason: String?
    private var transaction: String?
    private var client: ClientID?
    private var provider: ProviderID?

    init(requestID: String, phase: SignInPhase) {
        self.requestID = requestID
        self.phase = phase
    }

    func began(_ id: TransactionID, client: ClientID?, provider: ProviderID? = nil) {
        transaction = Self.name(of: id)
        self.client = client
        self.provider = provider
    }

    func ended(_ outcome: SignInOutcome, _ reason: String? = nil) {
        self.outcome = outcome
        self.reason = reason
    }

    /// One line a request.
    func record(in journal: Journal) {
        journal.record(
            .signIn(
                phase: phase, outcome: outcome ?? .answered, transaction: transaction,
                client: client.map { Untrusted($0.text) }, provider: provider?.text, requestID: requestID,
                reason: reason.map { Untrusted($0) }))
    }

    /// How operators see a transaction: nothing that finds it in the store or works anywhere.
    static func name(of id: TransactionID) -> String { Hex.encode(SHA256.digest(id.bytes).bytes.prefix(6)) }
}
