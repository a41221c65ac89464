import Broker
import Crypto
import EventLoop
import HTTPClient
import Journal
import OAuth
import PostgresStore
import SQLiteStore
import Settings
import Store
import Synchronization
import Upstream

/// Puts a broker together from a configuration: the one place where adapters are chosen. Ledger, keys and outbound
/// connections outlive a reload; clients, providers, apis and branding do not.
final class Assembly: Sendable {
    /// Why a broker does not start: one line for the operator.
    struct StartFailure: Error { let reason: String }

    let ledger: any Ledger
    private let first: Configuration
    private let group: EventLoopGroup
    private let clients: HTTPClients
    private let journal: Journal
    /// Kept while their configuration stays, with what they know of their providers.
    private let providers = Mutex<[OpenIDProvider]>([])
    let keys: KeyWatch
    /// What is in force.
    private let configuration: Mutex<Configuration>
    /// Who puts a responder in force: one at a time, so that the last has what is in force last.
    private let turn = Mutex(())

    init(_ configuration: Configuration, on group: EventLoopGroup, journal: Journal)
        async throws(StartFailure)
    {
        first = configuration
        self.configuration = Mutex(configuration)
        self.group = group
        self.journal = journal
        ledger = try await Self.open(configuration, on: group, journal.metrics) {
            journal.record(.storeRestored(epoch: Int($0.number)))
        }
        let wanted = configuration.broker.clients.map { PrivateKey.Algorithm($0.idTokenAlgorithm) }
        do throws(SigningKeyFault) {
            keys = try await KeyWatch(
                Set(wanted).union([.es256]), in: ledger, lifetimes: configuration.broker.lifetimes,
                journal: journal)
        } catch { throw StartFailure(reason: "\(error)") }
        do throws(OutboundFailure) { clients = try HTTPClients(group) } catch {
            throw StartFailure(reason: error.reason)
        }
    }

    /// Puts a configuration in force. Addresses, store and secrets stay those of the start.
    func adopt(_ configuration: Configuration, in responder: ReloadableResponder) {
        self.configuration.withLock { $0 = configuration }
        keys.adopt(configuration.broker.lifetimes)
        renew(responder)
    }

    /// Has the responder answer by what is in force now.
    func renew(_ responder: ReloadableResponder) {
        turn.withLock { _ in responder.change(to: self.responder()) }
    }

    /// The responder of what is in force now.
    func responder() -> PublicResponder {
        let configuration = configuration.withLock { $0 }
        let keys = keys.current
        let providers = providers(of: configuration)
        let broker = Broker(
            configuration: configuration.broker, ledger: ledger, masterKeys: first.masterKeys, keys: keys,
            providers: providers, journal: journal, clock: WallClock.now,
            pause: { try? await EventLoop.sleep(for: $0) })
        return PublicResponder(broker: broker, documents: Documents(configuration.broker, keys: keys))
    }

    /// What a reload cannot change; it takes a restart.
    func fixedParts(changedIn configuration: Configuration) -> [String] {
        var changed: [String] = []
        if configuration.server.listen != first.server.listen || configuration.admin != first.admin {
            changed.append("listen")
        }
        if configuration.broker.issuer != first.broker.issuer { changed.append("public_url") }
        if configuration.broker.linkOrigin != first.broker.linkOrigin { changed.append("link_url") }
        if configuration.store != first.store { changed.append("store") }
        if !configuration.masterKeys.areSame(as: first.masterKeys) { changed.append("secrets.master_key") }
        return changed
    }

    private func providers(of configuration: Configuration) -> [OpenIDProvider] {
        let known = providers.withLock { $0 }
        let wanted = configuration.providers.map { wanted in
            known.first { $0.configuration == wanted } ?? provider(wanted, configuration.broker.issuer)
        }
        providers.withLock { $0 = wanted }
        for provider in wanted where !known.contains(where: { $0 === provider }) { warmUp(provider) }
        return wanted
    }

    private func provider(_ configuration: ProviderConfiguration, _ issuer: Issuer) -> OpenIDProvider {
        let journal = journal
        return OpenIDProvider(
            configuration: configuration,
            callbackURI: BrokerConfiguration.callbackURI(issuer: issuer, provider: configuration.id),
            fetch: clients.fetch(journal.metrics, journal.metrics.provider(configuration.id.text)),
            now: WallClock.now, note: { journal.record($0.event(of: configuration.id)) })
    }

    /// The first person must not wait for metadata, and an operator hears at start what does not fit (H18). What a
    /// provider cannot tell now, it is asked again.
    private func warmUp(_ provider: OpenIDProvider) {
        let journal = journal
        group.loops[0].run {
            do throws(UpstreamFailure) { try await provider.prepare() } catch {
                journal.record(
                    .upstreamFault(
                        provider: provider.configuration.id.text, reason: Untrusted(error.reason)))
            }
        }
    }

    /// - Parameter restored: is told of the epoch that began, where the store was found to be a copy put back.
    static func open(
        _ configuration: Configuration, on group: EventLoopGroup, _ metrics: Metrics,
        restored: (Epoch) -> Void
    ) async throws(StartFailure) -> any Ledger {
        let sealing = configuration.masterKeys.sealingKey("ledger")
        switch configuration.store {
        case .sqlite(let path):
            do throws(LedgerFailure) {
                let ledger = try SQLiteLedger(
                    SQLiteConfiguration(path: path, observe: { metrics.note($0) }), sealing: sealing,
                    now: WallClock.now())
                if let epoch = ledger.restored { restored(epoch) }
                return ledger
            } catch { throw StartFailure(reason: "\(error) (\(path))") }
        case .postgresql(let url):
            do throws(LedgerFailure) {
                return try await PostgresLedger(
                    PostgresConfiguration(url: url, observe: { metrics.note($0) }), sealing: sealing,
                    on: group)
            } catch { throw StartFailure(reason: "\(error) (PostgreSQL)") }
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
