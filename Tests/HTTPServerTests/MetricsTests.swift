import Doubles
import EventLoop
import HTTP
import Journal
import Testing

@testable import HTTPServer

struct MetricsTests {
    @Test func `connections and what was refused are counted, at any level`() async throws {
        let group = try EventLoopGroup(count: 2)
        defer { group.stop() }
        let sink = MemorySink()
        let journal = Journal(level: .warning, sink: sink)
        var limits = ServerLimits()
        limits.headTime = .milliseconds(50)
        let server = try await HTTPServer(
            listening: [try #require(ListenAddress("127.0.0.1:0"))], on: group, responder: Answers(),
            limits: limits, journal: journal)
        let address = server.addresses[0]
        let open = try Client(address)
        #expect(try open.get("/now").answer().status == 200)
        for _ in 0..<3 { #expect(try Client(address).send("GET  / HTTP/1.1\r\n\r\n").answer().status == 400) }
        #expect(try Client(address).send("GET / HT").answer().status == 408)
        while await server.connections > 1 { try await Task.sleep(for: .milliseconds(1)) }
        let reading = try MetricsReading(journal.metrics.document(loops: []))
        #expect(reading.value("homing_connections_accepted_total") == 5)
        #expect(reading.value("homing_connections_open") == 1)
        #expect(reading.value("homing_connections_refused_total", ["reason": "malformed"]) == 3)
        #expect(reading.value("homing_connections_refused_total", ["reason": "head_timeout"]) == 1)
        #expect(reading.value("homing_requests_total", ["route": "none", "status": "400"]) == 3)
        #expect(reading.value("homing_requests_total", ["route": "none", "status": "408"]) == 1)
        #expect(sink.lines.isEmpty)
        await server.drain(within: .zero)
        let after = try MetricsReading(journal.metrics.document(loops: []))
        #expect(after.value("homing_connections_open") == 0)
    }
}
