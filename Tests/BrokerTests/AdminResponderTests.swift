import Broker
import Doubles
import HTTP
import Journal
import OAuth
import Store
import Testing

private let noon = Timestamp(seconds: 1_800_000_000)

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
        let admin = AdminResponder(ledger: ledger, clock: { noon })
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

    private func answer(
        _ admin: AdminResponder, _ path: String, _ method: Method = .get, _ fields: Fields = Fields()
    ) async throws -> Response {
        let request = try #require(Request(method, path, fields: fields))
        switch admin.respond(to: request) {
        case .now(let response): return response
        case .later(let work): return await work()
        case .prepared: throw Misuse("nothing is made beforehand here")
        }
    }

    @Test func `not ready says why`() async throws {
        let ledger = TroubledLedger()
        let admin = AdminResponder(ledger: ledger, clock: { noon })
        ledger.trouble(.isDown)
        let body = String(decoding: try await answer(admin, "/readyz").body, as: UTF8.self)
        #expect(body.count > 8 && body != "ready\n")
        admin.drain()
        #expect(try await answer(admin, "/readyz").body == Array("draining\n".utf8))
    }

    @Test func `metrics are text of the format`() async throws {
        let metrics = Metrics(version: "7")
        metrics.connectionOpened()
        let admin = AdminResponder(
            ledger: MemoryLedger(), clock: { noon }, metrics: metrics,
            loops: { [LoopFigures(bounds: [1_000], counts: [2, 0], nanoseconds: 1_500)] })
        let response = try await answer(admin, "/metrics")
        #expect(response.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let reading = try MetricsReading(response.body)
        #expect(reading.value("homing_build_info", ["version": "7"]) == 1)
        #expect(reading.value("homing_connections_open") == 1)
        #expect(reading.value("homing_loop_turn_seconds_count", ["loop": "0"]) == 2)
        #expect(try await answer(admin, "/metrics", .post).status == .methodNotAllowed)
    }

    @Test func `a reload says what is in force, or why not`() async throws {
        let good = AdminResponder(
            ledger: MemoryLedger(), clock: { noon },
            reload: { .reloaded(clients: 2, providers: 1, warnings: ["a.json5: listen changes"]) })
        let done = try await answer(good, "/reload", .post)
        #expect(done.status == .ok)
        #expect(done.body == Array("reloaded: clients 2, providers 1\na.json5: listen changes\n".utf8))
        let bad = AdminResponder(
            ledger: MemoryLedger(), clock: { noon }, reload: { .faulty(["a.json5: clients[0]: no"]) })
        let refused = try await answer(bad, "/reload", .post)
        #expect(refused.status == .unprocessableContent)
        #expect(refused.body == Array("not reloaded\na.json5: clients[0]: no\n".utf8))
        #expect(try await answer(bad, "/reload").status == .methodNotAllowed)
        let page = Fields([(.origin, "https://evil.example")])
        #expect(try await answer(good, "/reload", .post, page).status == .forbidden)
        good.drain()
        #expect(try await answer(good, "/reload", .post).status == .conflict)
    }

    @Test func `nothing else is there`() async throws {
        let admin = AdminResponder(ledger: MemoryLedger(), clock: { noon })
        #expect(try await ask(admin, "/") == 404)
        #expect(try await ask(admin, "/healthz", .post) == 405)
    }
}
