import Broker
import Doubles
import HTTP
import Store
import Testing

struct AdminResponderTests {
    private func ask(_ admin: AdminResponder, _ path: String, _ method: Method = .get) async throws -> Int {
        let request = try #require(Request(method, path))
        switch admin.respond(to: request) {
        case .now(let response): return Int(response.status.code)
        case .later(let work): return Int(await work().status.code)
        case .prepared: return 0
        }
    }

    @Test func `alive and ready are two questions`() async throws {
        let ledger = TroubledLedger()
        let admin = AdminResponder(ledger: ledger)
        #expect(try await ask(admin, "/healthz") == 200)
        #expect(try await ask(admin, "/readyz") == 200)
        ledger.trouble(.isDown)
        #expect(try await ask(admin, "/healthz") == 200)
        #expect(try await ask(admin, "/readyz") == 503)
        ledger.trouble(.none)
        #expect(try await ask(admin, "/readyz") == 200)
        admin.drain()
        #expect(try await ask(admin, "/healthz") == 200)
        #expect(try await ask(admin, "/readyz") == 503)
    }

    @Test func `nothing else is there`() async throws {
        let admin = AdminResponder(ledger: MemoryLedger())
        #expect(try await ask(admin, "/") == 404)
        #expect(try await ask(admin, "/healthz", .post) == 405)
    }
}
