import Crypto
import HTTP
import Journal
import OAuth
import Pages
import Store
import Synchronization
import Upstream

/// Everything that the endpoints share: configuration, ledger, keys, providers, and the two things that are never
/// taken from the air, time and randomness.
package final class Broker: Sendable {
    let configuration: BrokerConfiguration
    let ledger: any Ledger
    let identifiers: Identifiers
    let pendingCookies: PendingCookies
    let tokens: TokenIssuer
    let providers: [OpenIDProvider]
    let pages: Pages
    let limiter: RateLimiter
    let journal: Journal
    let random: any RandomSource
    let clock: @Sendable () -> Timestamp
    /// The clock of `Request.receivedAt`, in nanoseconds.
    let monotonic: @Sendable () -> UInt64
    /// Waits on the caller's loop without holding a thread.
    let pause: @Sendable (Duration) async -> Void
    private let brands: [ClientID: Brand]
    private let labels: [ProviderID: ProviderLabel]
    /// When it was told last that the clock went back, in nanoseconds of `monotonic`.
    private let clockTold = Atomic<UInt64>(0)

    package init(
        configuration: BrokerConfiguration, ledger: any Ledger, masterKeys: MasterKeys, keys: SigningKeys,
        providers: [OpenIDProvider], journal: Journal,
        random: any RandomSource = SystemRandom(), clock: @escaping @Sendable () -> Timestamp,
        monotonic: @escaping @Sendable () -> UInt64 = MonotonicClock.now,
        pause: @escaping @Sendable (Duration) async -> Void
    ) {
        self.configuration = configuration
        self.ledger = ledger
        self.identifiers = Identifiers(masterKeys: masterKeys)
        self.pendingCookies = PendingCookies(
            seal: masterKeys.sealingKey("pending"), random: random,
            lifetime: configuration.lifetimes.transaction)
        self.tokens = TokenIssuer(configuration: configuration, keys: keys, random: random)
        self.providers = providers
        self.pages = Pages()
        self.limiter = RateLimiter(configuration.rateLimits)
        self.journal = journal
        self.random = random
        self.clock = clock
        self.monotonic = monotonic
        self.pause = pause
        brands = Dictionary(configuration.clients.map { ($0.clientID, Brand($0)) }) { first, _ in first }
        let ids = providers.map(\.configuration.id)
        labels = Dictionary(ids.map { ($0, journal.metrics.provider($0.text)) }) { first, _ in first }
    }

    /// How metrics call a provider.
    func label(_ id: ProviderID) -> ProviderLabel? { labels[id] }

    func provider(_ id: ProviderID) -> OpenIDProvider? { providers.first { $0.configuration.id == id } }

    func client(_ id: ClientID) -> Client? { configuration.client(id) }

    /// Has an operator hear why the ledger could not answer; of a clock that went back once a minute.
    func tell(_ failure: LedgerFailure) {
        guard case .clockWentBack(let milliseconds) = failure else {
            return journal.record(.storeFault(reason: failure.description))
        }
        let (now, told) = (monotonic(), clockTold.load(ordering: .relaxed))
        guard told == 0 || now >= told + 60_000_000_000,
            clockTold.compareExchange(expected: told, desired: max(now, 1), ordering: .relaxed).exchanged
        else { return }
        journal.record(.clockWentBack(milliseconds: milliseconds))
    }

    /// Takes a request from a client's own budget.
    func admit(_ client: ClientID, _ request: Request) throws(Refusal) {
        if let seconds = limiter.wait(for: client, now: request.receivedAt) {
            throw .tooMany(retryAfter: seconds)
        }
    }

    func brand(_ client: Client?) -> Brand { client.flatMap { brands[$0.clientID] } ?? .none }
}

extension Brand {
    init(_ client: Client) {
        self.init(
            name: client.name, accent: client.branding.accent.flatMap { Accent($0) },
            support: client.branding.supportURL.flatMap { Link(web: $0) })
    }
}
