import Broker
import Dispatch
import Journal
import Settings
import Synchronization

/// Puts a new configuration in force without dropping a connection; a faulty one changes nothing. One at a time,
/// whoever asks for it: two at once would leave it to chance which one is in force.
final class Reloader: Sendable {
    private let files: [String]
    private let assembly: Assembly
    private let responder: ReloadableResponder
    private let journal: Journal
    private let turn = Mutex(())

    init(_ files: [String], _ assembly: Assembly, _ responder: ReloadableResponder, _ journal: Journal) {
        self.files = files
        self.assembly = assembly
        self.responder = responder
        self.journal = journal
    }

    /// Reads files, so away from the loops.
    func reloadElsewhere() async -> ReloadOutcome {
        await refreshKeys()
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.reload()) }
        }
    }

    /// Other processes, and `homing keys rotate`, change the signing keys in the store.
    func refreshKeys() async { await assembly.keys.refresh() }

    /// On the calling thread.
    @discardableResult
    func reload() -> ReloadOutcome { turn.withLock { _ in read() } }

    private func read() -> ReloadOutcome {
        let reading = ConfigurationReading(files: files)
        for fault in reading.faults where fault.severity == .fault {
            journal.record(.configurationFault(text: Untrusted(fault.line, limit: 1_024)))
        }
        guard let configuration = reading.configuration else {
            return .faulty(reading.faults.map(\.line))
        }
        let warnings =
            reading.faults.map(\.line)
            + assembly.fixedParts(changedIn: configuration).map { "\($0) changes with a restart only" }
        for warning in warnings {
            journal.record(.configurationWarning(text: Untrusted(warning, limit: 1_024)))
        }
        assembly.adopt(configuration, in: responder)
        let (clients, providers) = (configuration.broker.clients.count, configuration.providers.count)
        journal.record(.reloaded(clients: clients, providers: providers))
        return .reloaded(clients: clients, providers: providers, warnings: warnings)
    }
}
