import Codec
import Crypto
import Demo
import EventLoop
import HTTP
import HTTPClient
import HTTPServer
import Journal
import OAuth
import Settings

/// What the demo is made of: a real configuration, written here instead of in a file, and two helpers beside it.
struct Stage: Sendable {
    /// One line for whoever started the demo.
    struct Failure: Error { let reason: String }

    /// Everything that runs.
    struct Running: Sendable {
        let broker: RunningBroker
        let others: [HTTPServer]

        func end() async {
            await broker.drain()
            for server in others { await server.drain(within: .seconds(1)) }
        }
    }

    let issuer: String
    let provider: String
    let app: String
    private let port: UInt16
    private let secret = Base64URL.encode(SystemRandom().bytes(32))
    private let configuration: Configuration

    init(port: UInt16, folder: String) throws(Failure) {
        self.port = port
        issuer = "http://127.0.0.1:\(port)"
        provider = "http://127.0.0.1:\(port + 1)"
        app = "http://127.0.0.1:\(port + 2)"
        let text = Self.text(port, folder, secret)
        let secrets = SecretSource(
            environment: { _ in nil }, file: { $0 == "the demo" ? text : nil },
            isWorldReadable: { _ in false })
        let reading = ConfigurationReading(files: ["the demo"], secrets: secrets)
        guard let configuration = reading.configuration else {
            throw Failure(reason: reading.faults.map(\.line).joined(separator: "\n"))
        }
        self.configuration = configuration
    }

    func loops() throws(Failure) -> EventLoopGroup {
        do throws(SystemFailure) { return try EventLoopGroup(count: 0) } catch {
            throw Failure(reason: "\(error)")
        }
    }

    func begin(on group: EventLoopGroup) async -> Result<Running, Failure> {
        do throws(Failure) { return .success(try await start(on: group)) } catch { return .failure(error) }
    }

    private func start(on group: EventLoopGroup) async throws(Failure) -> Running {
        let others = [
            try await listen(port + 1, group, try demoProvider()),
            try await listen(port + 2, group, try demoApp(group)),
        ]
        let journal = Journal(level: .warning, format: .text, sink: BufferedSink { _, _ in false })
        switch await RunningBroker.begin(configuration, on: group, journal: journal) {
        case .success(let broker): return Running(broker: broker, others: others)
        case .failure(let failure): throw Failure(reason: failure.reason + ": choose another --port")
        }
    }
}

extension Stage {
    /// The app of the demo, by its client id.
    static let clientID = "com.example.demo"

    private func demoProvider() throws(Failure) -> DemoProvider {
        do throws(KeyFault) {
            return try DemoProvider(
                issuer: provider,
                client: DemoProvider.Client(
                    id: "homing", secret: secret, redirectURI: "\(issuer)/oauth/provider/demo/callback"),
                now: { WallClock.now().seconds })
        } catch { throw Failure(reason: "no key can be made: \(error)") }
    }

    private func demoApp(_ group: EventLoopGroup) throws(Failure) -> DemoApp {
        guard let clients = try? HTTPClients(group),
            let settings = Player.Settings(issuer: issuer, clientID: Self.clientID, redirectURI: nil)
        else { throw Failure(reason: "the demo's app cannot be set up") }
        return DemoApp(origin: app, settings: settings) { request throws(OutboundFailure) in
            try await clients.send(request)
        }
    }

    private func listen(
        _ port: UInt16, _ group: EventLoopGroup, _ responder: any Responder
    ) async throws(Failure) -> HTTPServer {
        guard let address = ListenAddress("127.0.0.1:\(port)") else {
            throw Failure(reason: "no port \(port)")
        }
        do throws(ListenFailure) {
            return try await HTTPServer(listening: [address], on: group, responder: responder)
        } catch { throw Failure(reason: "\(error): choose another --port") }
    }

    /// The configuration of the demo, as an operator would write it.
    private static func text(_ port: UInt16, _ folder: String, _ secret: String) -> [UInt8] {
        let masterKey = Base64URL.encode(SystemRandom().bytes(32))
        return Array(
            """
            {
              server: {
                listen: "127.0.0.1:\(port)",
                public_url: "http://127.0.0.1:\(port)",
                link_url: "http://localhost:\(port)",
              },
              store: { url: "sqlite://\(folder)/homing.db" },
              secrets: { master_key: "\(masterKey)" },
              // An app redeems its code at once: ten seconds are plenty, and let `try --path expired` be quick.
              lifetimes: { code_s: 10 },
              clients: [{
                client_id: "\(clientID)", client_name: "Demo App",
                redirect_uris: ["http://localhost:\(port)/mobile/oauth/callback", "http://127.0.0.1/callback"],
                scope: "openid profile email offline_access", first_party: true,
              }],
              providers: [{
                id: "demo", kind: "oidc", name: "Demo Identity", issuer: "http://127.0.0.1:\(port + 1)",
                client_id: "homing", client_secret: "\(secret)",
              }],
            }
            """.utf8)
    }

    /// The first thing that anybody sees of Homing.
    var greeting: String {
        """

        \(Terminal.styled("Homing is running", .bold)), on this machine alone, with a store that goes when you stop it.

          \(Terminal.styled("Click here", .bold)) to sign in as an app would:   \(Terminal.styled(app + "/", .green))
          Any account will do; the provider believes everybody.

          Then play app and browser from another terminal:
          \(Terminal.styled("homing try --issuer \(issuer) --path all", .green))

          issuer     \(issuer)
          links      http://localhost:\(port)
          provider   \(provider)
          app        \(Self.clientID)

        Stop it with Ctrl-C.

        """
    }
}
