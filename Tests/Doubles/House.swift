import Broker
import Codec
import Crypto
import HTTP
import Journal
import OAuth
import Store
import Synchronization
import Upstream

/// A whole broker without sockets, on a fake clock: requests go in, the bytes of answers come out.
package final class House: Sendable {
    package static let issuer = "https://auth.example.com"
    package static let link = "https://link.example.com"
    package static let callback = "https://link.example.com/mobile/oauth/callback"

    /// What may differ from house to house.
    package struct Plan: Sendable {
        package var clients: [Client]
        package var providers: [StubProvider]
        package var linkOrigin: String? = House.link
        package var lifetimes = Lifetimes()
        package var apis: [ProtectedAPI] = []
        package var algorithms: Set<PrivateKey.Algorithm> = [.es256]
        /// What the operator keeps; nil for a single key, always the same.
        package var masterKeys: MasterKeys?
        /// Houses on one ledger must not draw the same random bytes.
        package var seed: UInt64 = 7
        /// Houses on one ledger go by one clock.
        package var clock = FakeClock()
        package var logFormat = JournalFormat.json
        package var logLevel = Level.debug
        /// Whom requests come from. Nobody's address has no budget.
        package var peer = ClientAddress.none

        /// One provider and two apps.
        package init() throws {
            providers = [try StubProvider()]
            clients = [
                try House.client("app1"), try House.client("app2", ["com.example.two:/cb", House.callback]),
            ]
        }
    }

    package let clock: FakeClock
    package let sink = MemorySink()
    package let metrics = Metrics(version: "test")
    package let ledger: any Ledger
    package let masterKeys: MasterKeys
    package let identifiers: Identifiers
    package let providers: [StubProvider]
    private let peer: ClientAddress
    private let responder: ReloadableResponder
    private let assemble: @Sendable (SigningKeys) -> PublicResponder
    private let keeper: KeyKeeper
    private let keys: Mutex<SigningKeys>
    private let pausing = Pausing()

    package init(_ plan: Plan? = nil, ledger: any Ledger = MemoryLedger()) async throws {
        let plan = try plan ?? Plan()
        let (clock, random, pausing) = (plan.clock, SeededRandom(seed: plan.seed), pausing)
        self.clock = clock
        self.ledger = ledger
        let masterKey = try MasterKey(bytes: random.bytes(32))
        masterKeys = plan.masterKeys ?? MasterKeys(masterKey)
        identifiers = Identifiers(masterKeys: masterKeys)
        providers = plan.providers
        peer = plan.peer
        let issuer = try Self.unwrap(Issuer(Self.issuer))
        let journal = Journal(level: plan.logLevel, format: plan.logFormat, sink: sink, metrics: metrics)
        let configuration = BrokerConfiguration(
            issuer: issuer, linkOrigin: plan.linkOrigin, lifetimes: plan.lifetimes, clients: plan.clients,
            apis: plan.apis)
        keeper = KeyKeeper(ledger: ledger, lifetimes: plan.lifetimes, journal: journal)
        let keys = try SigningKeys(
            try await keeper.makeFirst(plan.algorithms, now: clock.now), at: clock.now)
        self.keys = Mutex(keys)
        let lines = try plan.providers.map { try Self.line(to: $0, issuer, clock) }
        assemble = { [masterKeys] keys in
            let broker = Broker(
                configuration: configuration, ledger: ledger, masterKeys: masterKeys, keys: keys,
                providers: lines, journal: journal,
                random: random, clock: { clock.now }, monotonic: { clock.monotonic },
                pause: { await pausing.pause($0) })
            return PublicResponder(broker: broker, documents: Documents(configuration, keys: keys))
        }
        responder = ReloadableResponder(assemble(keys))
    }

    /// What a running process does once a minute: makes the keys that are due and reads them anew.
    package func keepKeys() async throws {
        var schedule = try await keeper.schedule()
        if keeper.isWorkDue(in: schedule, now: clock.now) {
            schedule = try await keeper.maintain(now: clock.now)
        }
        let known = keys.withLock { $0 }
        if known.show(schedule, at: clock.now) { return }
        let read = try SigningKeys(schedule, at: clock.now, known: known)
        keys.withLock { $0 = read }
        responder.change(to: assemble(read))
    }

    /// The first provider, which most houses have alone.
    package var provider: StubProvider { providers[0] }

    /// What a wait of the broker's does; without a word it only lets others go first.
    package func onPause(_ pause: @escaping @Sendable (Duration) async -> Void) {
        pausing.what.withLock { $0 = pause }
    }

    /// Sends a request to one of the two hosts and reads the answer.
    package func send(
        _ method: Method = .get, _ url: String, _ fields: [(FieldName, String)] = [], body: [UInt8] = []
    ) async throws -> Answer {
        let start = url.hasPrefix("https://") ? url.dropFirst(8) : Substring("auth.example.com" + url)
        let host = start.prefix { $0 != "/" }
        let target = String(start.dropFirst(host.count))
        guard
            var request = Request(method, target, host: String(host), fields: Fields(fields), body: body)
        else { throw Misuse("the parser refuses \(url)") }
        request.receivedAt = clock.monotonic
        request.client = peer
        switch responder.respond(to: request) {
        case .now(let response): return Answer(response, to: request)
        case .prepared(let document): return Answer(document, to: request)
        case .later(let work): return Answer(await work(), to: request)
        }
    }

    /// Sends a form, as apps do.
    package func post(
        _ url: String, _ form: [(String, String)], _ fields: [(FieldName, String)] = []
    ) async throws -> Answer {
        let type: [(FieldName, String)] = [(.contentType, "application/x-www-form-urlencoded")]
        return try await send(.post, url, fields + type, body: Array(Form.encode(form).utf8))
    }

    package static func client(
        _ id: String, _ redirectURIs: [String] = [callback, "com.example.app:/cb", "http://127.0.0.1/cb"],
        scope: String = "openid profile email offline_access orders.read", name: String = "Example"
    ) throws -> Client {
        Client(
            clientID: try unwrap(ClientID(id)), name: name,
            redirectURIs: try redirectURIs.map { try RedirectURI.validate(registration: $0) },
            scope: try unwrap(Scope(parsing: scope)))
    }

    private static func line(
        to provider: StubProvider, _ issuer: Issuer, _ clock: FakeClock
    ) throws -> OpenIDProvider {
        let id = try unwrap(ProviderID(provider.id))
        return OpenIDProvider(
            configuration: ProviderConfiguration(
                id: id, displayName: provider.id, issuer: try unwrap(StrictURL(provider.issuer)),
                clientID: "broker", clientSecret: "provider-secret-marker",
                scope: try unwrap(Scope(parsing: "openid profile email"))),
            callbackURI: BrokerConfiguration.callbackURI(issuer: issuer, provider: id),
            fetch: provider.fetch, now: { clock.now })
    }

    private static func unwrap<T>(_ value: T?) throws -> T {
        guard let value else { throw Misuse("not a value") }
        return value
    }
}

/// What the broker's waiting does.
private final class Pausing: Sendable {
    let what = Mutex<@Sendable (Duration) async -> Void>({ _ in await Task.yield() })

    func pause(_ duration: Duration) async { await what.withLock { $0 }(duration) }
}
