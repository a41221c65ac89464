import EventLoop
import HTTP
import HTTPClient
import HTTPServer
import Settings

/// `homing health`: asks the admin listener of a running broker whether it is ready.
enum HealthCommand {
    static func run(_ files: [String]) -> ExitStatus {
        guard let configuration = Terminal.configuration(files) else { return .failed }
        guard case .internet(_, let port)? = configuration.admin.first else {
            Terminal.err("homing: no admin listener with a port is configured\n")
            return .failed
        }
        guard let group = try? EventLoopGroup(count: 1), let clients = try? HTTPClients(group),
            let answer = group.loops[0].wait(for: { await ask(port, clients) })
        else { return .failed }
        Terminal.out(answer.text)
        return answer.isReady ? .done : .failed
    }

    private static func ask(_ port: UInt16, _ clients: HTTPClients) async -> (isReady: Bool, text: String) {
        do throws(OutboundFailure) {
            let response = try await clients.send(
                OutboundRequest(
                    .get, "http://127.0.0.1:\(port)/readyz", fields: Fields(), body: [],
                    timeoutMilliseconds: 3_000, maxBody: 4_096, allowsLoopback: true))
            return (response.status == 200, String(decoding: response.body, as: UTF8.self))
        } catch { return (false, "no answer from the admin listener on port \(port)\n") }
    }
}
