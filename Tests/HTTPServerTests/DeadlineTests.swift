import EventLoop
import HTTPServer
import Testing

struct DeadlineTests {
    /// Only the deadline at hand is short: every test waits for an end that must come.
    private func limits(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
        var limits = ServerLimits()
        limits.headTime = .seconds(3_600)
        limits.bodyTime = .seconds(3_600)
        limits.idleTime = .seconds(3_600)
        limits.writeTime = .seconds(3_600)
        change(&limits)
        return limits
    }

    @Test func `D15 a slow head is cut, and told so`() async throws {
        try await withServer(limits: limits { $0.headTime = .milliseconds(30) }) { _, address, _ in
            let client = try Client(address).send("GET / HTTP/1.1\r\n")
            #expect(try client.answer().status == 408)
            #expect(try client.rest() == "")
        }
    }

    @Test func `D15 a connection that says nothing is cut`() async throws {
        try await withServer(limits: limits { $0.headTime = .milliseconds(30) }) { _, address, _ in
            let another = try Client(address)
            #expect(try another.rest() == "")
        }
    }

    @Test func `D15 the head of a later request has a deadline of its own`() async throws {
        try await withServer(limits: limits { $0.headTime = .milliseconds(30) }) { _, address, _ in
            let client = try Client(address).get("/now")
            #expect(try client.answer().status == 200)
            #expect(try client.send("G").answer().status == 408)
        }
    }

    @Test func `D15 a slow body is cut, and told so`() async throws {
        try await withServer(limits: limits { $0.bodyTime = .milliseconds(30) }) { _, address, answers in
            let client = try Client(address)
            client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel")
            #expect(try client.answer().status == 408)
            #expect(try client.rest() == "")
            #expect(answers.answered == 0)
        }
    }

    @Test func `an idle connection ends without a word`() async throws {
        try await withServer(limits: limits { $0.idleTime = .milliseconds(30) }) { _, address, _ in
            let client = try Client(address).get("/now")
            #expect(try client.answer().status == 200)
            #expect(try client.rest() == "")
        }
    }

    @Test func `an answer that takes long has no deadline of the connection`() async throws {
        try await withServer(limits: limits { $0.idleTime = .milliseconds(1) }) { _, address, answers in
            let client = try Client(address).get("/gate")
            await answers.gate.arrivals(1)
            try await Task.sleep(for: .milliseconds(20))
            answers.gate.open()
            #expect(try client.answer().body == "passed")
        }
    }

    @Test func `a peer that does not take its answers is cut, and nothing more of it was read`() async throws
    {
        try await withServer(limits: limits { $0.writeTime = .milliseconds(50) }) {
            server, address, answers in
            let client = try Client(address, receiveBuffer: 4_096)
            client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 2_000))
            while await server.connections > 0 { try await Task.sleep(for: .milliseconds(2)) }
            #expect(answers.answered < 2_000)
        }
    }

    @Test func `a slow reader gets every answer in the end`() async throws {
        try await withServer { _, address, answers in
            let client = try Client(address, receiveBuffer: 4_096)
            client.send(String(repeating: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", count: 1_000))
            for _ in 0..<1_000 { #expect(try client.answer().body.utf8.count == 10_000) }
            #expect(answers.answered == 1_000)
        }
    }
}
