import Glibc
import Testing

@testable import HTTPClient

@Suite(.enabled(if: TLSServer.isThere), .serialized) struct TLSTests {
    private func status(_ server: TLSServer, host: String = "127.0.0.1", trust: OutboundTrust) async throws
        -> Int
    {
        try await withClient(trust: trust) { client in
            let request = OutboundRequest(.get, "https://\(host):\(server.port)/", allowsLoopback: true)
            for _ in 0..<500 {
                do throws(OutboundFailure) {
                    return try await client.send(request).status
                } catch {
                    guard case .noConnection = error else { throw error }
                    usleep(20000)
                }
            }
            throw OutboundFailure.noConnection
        }
    }

    @Test func `a certificate is believed only when its authority is, and only for its host`() async throws {
        let server = try #require(TLSServer())
        defer { server.stop() }
        #expect(try await status(server, trust: .file(server.certificate)) == 200)
        for (host, trust) in [("127.0.0.1", .system), ("localhost", .file(server.certificate))]
            as [(String, OutboundTrust)]
        {
            let failure = await #expect(throws: OutboundFailure.self) {
                try await status(server, host: host, trust: trust)
            }
            guard case .noTrust = failure else {
                Issue.record("\(String(describing: failure))")
                continue
            }
        }
    }

    @Test func `a file of authorities that is not there trusts nobody`() async throws {
        let server = try #require(TLSServer())
        defer { server.stop() }
        await #expect(throws: OutboundFailure.self) { try await status(server, trust: .file("/nowhere.pem")) }
    }
}
