import Broker
import Crypto
import EventLoop
import HTTPClient
import Journal
import OAuth
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

    let ledger: SQLiteLedger
    private let first: Configuration
    private let keys: SigningKeys
    private let group: EventLoopGroup
    private let fetch: Fetch
    private let journal: Journal
    /// Kept while their configuration stays, with what they know of their providers.
    private let providers = Mutex<[OpenIDProvider]>([])

    init(_ configuration: Configuration, on group: EventLoopGroup, journal: Journal)
        async throws(StartFailure)
    {
        first = configuration
        self.group = group
        self.journal = journal
        ledger = try Self.open(configuration)
        keys = try await Self.keys(ledger, journal)
        do throws(OutboundFailure) { fetch = try HTTPClients(group).fetch } catch {
            throw StartFailure(reason: error.reason)
        }
    }

    /// The responder of a configuration. Addresses, store and secrets stay those of the start.
    func responder(for configuration: Configuration) -> PublicResponder {
        let providers = providers(of: configuration)
        let broker = Broker(
            configuration: configuration.broker, ledger: ledger, masterKey: first.masterKey, keys: keys,
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
            fetch: fetch,
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

    private static func open(_ configuration: Configuration) throws(StartFailure) -> SQLiteLedger {
        guard case .sqlite(let path) = configuration.store else { throw StartFailure(reason: "no store") }
        do throws(LedgerFailure) {
            return try SQLiteLedger(
                SQLiteConfiguration(path: path), sealing: configuration.masterKey.sealingKey("ledger"))
        } catch { throw StartFailure(reason: "\(error) (\(path))") }
    }

    private static func keys(
        _ ledger: SQLiteLedger, _ journal: Journal
    ) async throws(StartFailure) -> SigningKeys {
        do throws(SigningKeyFault) {
            // RS256 whether or not a client asks for it: the metadata must name it (OIDC Discovery section 3).
            return try await SigningKeys.load(
                [.es256, .rs256], from: ledger, now: WallClock.now(), journal: journal)
        } catch { throw StartFailure(reason: "\(error)") }
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
