import EventLoop
import HTTP
import HTTPServer
import Synchronization

/// What the servers of these tests answer.
final class Answers: Responder {
    let gate = Gate()
    let count = Mutex(0)
    private let document = PreparedResponse(.json(Array(#"{"issuer":"https://a.example"}"#.utf8)))
    private let large = [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)

    func respond(to request: Request) -> Reply {
        count.withLock { $0 += 1 }
        switch request.target.path {
        case "/now": return .now(.text("now"))
        case "/document": return .prepared(document)
        case "/large": return .now(Response(status: .ok, body: large))
        case "/client": return .now(.text(request.client.text))
        case "/echo": return .now(Response(status: .ok, body: request.body))
        case "/later": return .later { .text("later") }
        case "/slept":
            return .later {
                try? await EventLoop.sleep(for: .milliseconds(1))
                async let child = EventLoop.current?.index
                let places = [EventLoop.current?.index, await child, EventLoop.current?.index]
                return .text(places.contains(nil) ? "elsewhere" : "slept")
            }
        case "/gate":
            return .later { [gate] in
                await gate.pass()
                return .text("passed")
            }
        default: return .now(.text("?", status: .notFound))
        }
    }

    var answered: Int { count.withLock { $0 } }
}

/// Runs a test against a server of its own, then stops it.
func withServer(
    loops: Int = 1, limits: ServerLimits = ServerLimits(), clients: ClientRule = ClientRule(),
    at address: String = "127.0.0.1:0", isProxied: Bool = false,
    _ body: (_ server: HTTPServer, _ address: ListenAddress, _ answers: Answers) async throws -> Void
) async throws {
    let group = try EventLoopGroup(count: loops)
    defer { group.stop() }
    let answers = Answers()
    guard let wanted = ListenAddress(address) else { throw Client.Failure.refused }
    let server = try await HTTPServer(
        listening: [Listener(wanted, expectsProxyHeader: isProxied)], on: group, responder: answers,
        limits: limits, clients: clients)
    do { try await body(server, server.addresses[0], answers) } catch {
        answers.gate.open()
        await server.drain(within: .zero)
        throw error
    }
    answers.gate.open()
    await server.drain(within: .zero)
}
