import Broker
import EventLoop
import HTTPServer
import Journal
import SQLiteStore
import Settings

/// A broker with its listeners.
struct RunningBroker: Sendable {
    private let assembly: Assembly
    private let servers: [HTTPServer]
    private let responder: ReloadableResponder
    private let admin: AdminResponder
    private let journal: Journal

    static func begin(
        _ configuration: Configuration, on group: EventLoopGroup, journal: Journal
    ) async -> Result<RunningBroker, Assembly.StartFailure> {
        do throws(Assembly.StartFailure) {
            return .success(try await start(configuration, on: group, journal: journal))
        } catch { return .failure(error) }
    }

    private static func start(
        _ configuration: Configuration, on group: EventLoopGroup, journal: Journal
    ) async throws(Assembly.StartFailure) -> RunningBroker {
        let assembly = try await Assembly(configuration, on: group, journal: journal)
        let responder = ReloadableResponder(assembly.responder(for: configuration))
        let admin = AdminResponder(ledger: assembly.ledger)
        let rule = ClientRule(trustedProxies: configuration.server.trustedProxies)
        let limits = configuration.server.limits
        do throws(ListenFailure) {
            var servers = [
                try await HTTPServer(
                    listening: configuration.server.listen, on: group, responder: responder, limits: limits,
                    clients: rule, journal: journal)
            ]
            if !configuration.admin.isEmpty {
                servers.append(
                    try await HTTPServer(
                        listening: configuration.admin, on: group, responder: admin, limits: limits))
            }
            for address in servers.flatMap(\.addresses) { journal.record(.listening(address: "\(address)")) }
            assembly.makeMissingKeys { responder.change(to: $0) }
            return RunningBroker(
                assembly: assembly, servers: servers, responder: responder, admin: admin, journal: journal)
        } catch { throw Assembly.StartFailure(reason: "\(error)") }
    }

    /// Puts a new configuration in force without dropping a connection; a faulty one changes nothing.
    func reload(_ files: [String]) {
        let reading = ConfigurationReading(files: files)
        for fault in reading.faults {
            let text = Untrusted(fault.line)
            journal.record(
                fault.severity == .fault ? .configurationFault(text: text) : .configurationWarning(text: text)
            )
        }
        guard let configuration = reading.configuration else { return }
        for part in assembly.fixedParts(changedIn: configuration) {
            journal.record(.configurationWarning(text: Untrusted("\(part) changes with a restart only")))
        }
        responder.change(to: assembly.responder(for: configuration))
        journal.record(
            .reloaded(clients: configuration.broker.clients.count, providers: configuration.providers.count))
    }

    /// Stops accepting, finishes what is in flight (10 s at most) and closes the store.
    func drain() async {
        admin.drain()
        var open = 0
        for server in servers { open += await server.connections }
        journal.record(.draining(inFlight: open))
        await withTaskGroup(of: Void.self) { tasks in
            for server in servers { tasks.addTask { await server.drain(within: .seconds(10)) } }
        }
        await assembly.ledger.close()
        journal.record(.stopped)
    }
}
