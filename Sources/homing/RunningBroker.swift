import Broker
import Crypto
import EventLoop
import HTTP
import HTTPClient
import HTTPServer
import Journal
import OAuth
import SQLiteStore
import Settings
import Store
import Upstream

/// A broker with its listeners: the one place where adapters are chosen.
struct RunningBroker: Sendable {
    let addresses: [ListenAddress]
    private let servers: [HTTPServer]
    private let admin: AdminResponder
    private let ledger: SQLiteLedger
    private let journal: Journal

    /// Why a broker does not start: one line for the operator.
    struct StartFailure: Error { let reason: String }

    static func begin(
        _ configuration: Configuration, on group: EventLoopGroup, journal: Journal
    ) async -> Result<RunningBroker, StartFailure> {
        do throws(StartFailure) {
            return .success(try await start(configuration, on: group, journal: journal))
        } catch { return .failure(error) }
    }

    private static func start(
        _ configuration: Configuration, on group: EventLoopGroup, journal: Journal
    ) async throws(StartFailure) -> RunningBroker {
        let ledger = try open(configuration)
        let keys = try await keys(configuration, ledger, journal)
        let providers = try providers(configuration, group, journal)
        let broker = Broker(
            configuration: configuration.broker, ledger: ledger, masterKey: configuration.masterKey,
            keys: keys,
            providers: providers, journal: journal, clock: WallClock.now,
            pause: { try? await EventLoop.sleep(for: $0) })
        let documents = Documents(configuration.broker, keys: keys)
        let admin = AdminResponder(ledger: ledger)
        do throws(ListenFailure) {
            let rule = ClientRule(trustedProxies: configuration.server.trustedProxies)
            let limits = configuration.server.limits
            var servers = [
                try await HTTPServer(
                    listening: configuration.server.listen, on: group,
                    responder: PublicResponder(broker: broker, documents: documents), limits: limits,
                    clients: rule)
            ]
            if !configuration.admin.isEmpty {
                servers.append(
                    try await HTTPServer(
                        listening: configuration.admin, on: group, responder: admin, limits: limits))
            }
            for address in servers.flatMap(\.addresses) { journal.record(.listening(address: "\(address)")) }
            warmUp(providers, group, journal)
            return RunningBroker(
                addresses: servers[0].addresses, servers: servers, admin: admin, ledger: ledger,
                journal: journal)
        } catch { throw StartFailure(reason: "\(error)") }
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
        await ledger.close()
        journal.record(.stopped)
    }

    private static func open(_ configuration: Configuration) throws(StartFailure) -> SQLiteLedger {
        guard case .sqlite(let path) = configuration.store else { throw StartFailure(reason: "no store") }
        do throws(LedgerFailure) {
            return try SQLiteLedger(
                SQLiteConfiguration(path: path), sealing: configuration.masterKey.sealingKey("ledger"))
        } catch { throw StartFailure(reason: "\(error) (\(path))") }
    }

    private static func keys(
        _ configuration: Configuration, _ ledger: SQLiteLedger, _ journal: Journal
    ) async throws(StartFailure) -> SigningKeys {
        do throws(SigningKeyFault) {
            // RS256 whether or not a client asks for it: the metadata must name it (OIDC Discovery section 3).
            return try await SigningKeys.load(
                [.es256, .rs256], from: ledger, now: WallClock.now(), journal: journal)
        } catch { throw StartFailure(reason: "\(error)") }
    }

    private static func providers(
        _ configuration: Configuration, _ group: EventLoopGroup, _ journal: Journal
    ) throws(StartFailure) -> [OpenIDProvider] {
        let fetch: Fetch
        do throws(OutboundFailure) { fetch = try HTTPClients(group).fetch } catch {
            throw StartFailure(reason: error.reason)
        }
        return configuration.providers.map { provider in
            OpenIDProvider(
                configuration: provider,
                callbackURI: BrokerConfiguration.callbackURI(
                    issuer: configuration.broker.issuer, provider: provider.id),
                fetch: fetch, now: WallClock.now, note: { journal.record($0.event(of: provider.id)) })
        }
    }

    /// The first person must not wait for metadata, and an operator hears at start what does not fit (H18). What a
    /// provider cannot tell now, it is asked again.
    private static func warmUp(_ providers: [OpenIDProvider], _ group: EventLoopGroup, _ journal: Journal) {
        for provider in providers {
            group.loops[0].run {
                do throws(UpstreamFailure) { try await provider.prepare() } catch {
                    journal.record(
                        .upstreamFault(
                            provider: provider.configuration.id.text, reason: Untrusted(error.reason)))
                }
            }
        }
    }
}

extension UpstreamNote {
    fileprivate func event(of provider: ProviderID) -> Event {
        switch self {
        case .keysSkipped(let count): .upstreamKeysSkipped(provider: provider.text, count: count)
        case .refreshFailed(let reason), .userInfoIgnored(let reason):
            .upstreamFault(provider: provider.text, reason: Untrusted(reason))
        }
    }
}
