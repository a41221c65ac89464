import Broker
import FoundationEssentials
import OAuth
import Upstream

/// Reads configuration files into a `Configuration`: all of it or nothing, every fault at once.
package struct ConfigurationReading {
    package let configuration: Configuration?
    package let faults: [Fault]

    /// Reads files in order; later ones lie over earlier ones.
    package init(files: [String], secrets: SecretSource = .system) {
        let log = FaultLog()
        var merged: Node?
        for file in files {
            guard let node = Self.parse(file, secrets, log) else { continue }
            merged = merged?.overlaid(by: node) ?? node
        }
        if files.isEmpty {
            log.fault(file: "homing", "no configuration was named", mend: "add --config FILE")
        }
        var configuration: Configuration?
        if log.isSound, let merged, let root = Section(merged, log, secrets) {
            configuration = Self.read(root, log, secrets)
            root.finish()
        }
        faults = log.all
        self.configuration = log.isSound ? configuration : nil
    }

    /// Whether nothing stands in the way of starting.
    package var isSound: Bool { configuration != nil }

    private static func parse(_ file: String, _ secrets: SecretSource, _ log: FaultLog) -> Node? {
        guard let bytes = secrets.file(file) else {
            log.fault(
                file: file, "cannot be read",
                mend: "check the name and that the user that runs homing may read it")
            return nil
        }
        // Foundation's JSON5 reader ends the process at a key that is no UTF-8, a running one at a reload.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            log.fault(file: file, "is not UTF-8 text", mend: "save it as UTF-8")
            return nil
        }
        do {
            let node = try Node.parse(bytes, file: file)
            // Each file by itself: laid over, a later file would hide that an earlier one is none.
            if case .object = node.value { return node }
            log.fault(node, "is \(node.kind), not an object", mend: "write { … }")
        } catch { log.fault(file: file, "is not JSON5", mend: SyntaxHint.find(in: bytes)) }
        return nil
    }

    private static func read(_ root: Section, _ log: FaultLog, _ secrets: SecretSource) -> Configuration? {
        let reading = ServerReading(log: log)
        let server = section("server", root, log)
        let origins = server.flatMap(reading.origins)
        let serverSettings = server.map(reading.server)
        server?.finish()
        let admin = root.section("admin")
        let adminListen =
            admin.flatMap { reading.addresses($0, "listen", example: "\"127.0.0.1:9080\"") } ?? []
        admin?.finish()
        let store = section("store", root, log)
        let storeSettings = store.flatMap(StoreReading(log: log).store)
        store?.finish()
        let masterKeys = section("secrets", root, log).flatMap { MasterKeyReading(log: log).keys($0) }
        let lifetimes = lifetimes(root)
        let rateLimits = RateReading(log: log).limits(root)
        let clients = ClientsReading(log: log, secrets: secrets, origins: origins).clients(root)
        let providersReading = ProvidersReading(log: log, secrets: secrets)
        let providers = providersReading.providers(root)
        let apis = providersReading.apis(root)
        guard let serverSettings, let origins, let storeSettings, let masterKeys else { return nil }
        return Configuration(
            server: serverSettings, admin: adminListen, store: storeSettings, masterKeys: masterKeys,
            broker: BrokerConfiguration(
                issuer: origins.issuer, linkOrigin: origins.link, lifetimes: lifetimes, clients: clients,
                apis: apis, rateLimits: rateLimits),
            providers: providers)
    }

    private static func section(_ key: String, _ root: Section, _ log: FaultLog) -> Section? {
        if !root.has(key) { log.fault(root.child(key), "is missing", mend: "add \(key): { … }") }
        return root.section(key)
    }

    private static func lifetimes(_ root: Section) -> Lifetimes {
        var lifetimes = Lifetimes()
        guard let given = root.section("lifetimes") else { return lifetimes }
        lifetimes.transaction = given.number("transaction_s", 30...3_600) ?? lifetimes.transaction
        lifetimes.code = given.number("code_s", 5...600) ?? lifetimes.code
        lifetimes.handle = given.number("handle_s", 5...3_600) ?? lifetimes.handle
        lifetimes.accessToken = given.number("access_token_s", 30...86_400) ?? lifetimes.accessToken
        lifetimes.refreshToken = given.number("refresh_token_s", 60...315_360_000) ?? lifetimes.refreshToken
        lifetimes.refreshGrace = given.number("refresh_grace_s", 0...600) ?? lifetimes.refreshGrace
        lifetimes.session = given.number("session_s", 0...31_536_000) ?? lifetimes.session
        lifetimes.signingKey = given.number("signing_key_s", 86_400...315_360_000) ?? lifetimes.signingKey
        given.finish()
        return lifetimes
    }
}
