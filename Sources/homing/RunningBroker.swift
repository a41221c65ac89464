import Broker
import EventLoop
import HTTPServer
import Journal
import Settings
import Store

/// A broker with its listeners.
struct RunningBroker: Sendable {
    private let assembly: Assembly
    /// The public listener's first.
    private let servers: [HTTPServer]
    let reloader: Reloader
    private let admin: AdminResponder
    private let journal: Journal

    static func begin(
        _ configuration: Configuration, from files: [String] = [], on group: EventLoopGroup, journal: Journal
    ) async -> Result<RunningBroker, Assembly.StartFailure> {
        do throws(Assembly.StartFailure) {
            return .success(try await start(configuration, files, group, journal))
        } catch { return .failure(error) }
    }

    private static func start(
        _ configuration: Configuration, _ files: [String], _ group: EventLoopGroup, _ journal: Journal
    ) async throws(Assembly.StartFailure) -> RunningBroker {
        let assembly = try await Assembly(configuration, on: group, journal: journal)
        let responder = ReloadableResponder(assembly.responder())
        let reloader = Reloader(files, assembly, responder, journal)
        let admin = AdminResponder(
            ledger: assembly.ledger, clock: WallClock.now, metrics: journal.metrics,
            loops: { await group.figures() },
            reload: { await reloader.reloadElsewhere() })
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
            assembly.keys.begin(on: group.loops[0]) { assembly.renew(responder) }
            return RunningBroker(
                assembly: assembly, servers: servers, reloader: reloader, admin: admin, journal: journal)
        } catch { throw Assembly.StartFailure(reason: "\(error)") }
    }

    /// Is not ready any more, stops accepting, finishes what is in flight (10 s at most) and closes the store. The admin
    /// listener ends last: whoever asks meanwhile is told.
    func drain() async {
        admin.drain()
        var open = 0
        for server in servers { open += await server.connections }
        journal.record(.draining(inFlight: open))
        await servers[0].drain(within: .seconds(10))
        for server in servers.dropFirst() { await server.drain(within: .milliseconds(100)) }
        assembly.keys.end()
        await assembly.ledger.close()
        journal.record(.stopped)
    }
}
