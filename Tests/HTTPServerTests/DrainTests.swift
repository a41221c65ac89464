import HTTPServer
import Testing

struct DrainTests {
    @Test func `draining answers what is in hand, ends who is idle, and takes nobody new`() async throws {
        try await withServer { server, address, answers in
            let idle = try Client(address)
            #expect(try idle.get("/now").answer().status == 200)
            let fresh = try Client(address)
            let busy = try Client(address).get("/gate")
            await answers.gate.arrivals(1)
            let drained = try Draining(server)
            #expect(try idle.rest() == "" && fresh.rest() == "")
            #expect(throws: Client.Failure.self) { try Client(address) }
            answers.gate.open()
            let answer = try busy.answer()
            #expect(answer.body == "passed")
            #expect(answer.fields["connection"] == "close")
            #expect(try busy.rest() == "")
            await drained.end()
        }
    }

    @Test func `what comes on an idle connection as draining begins is answered, as the last`() async throws {
        var limits = ServerLimits()
        // Longer than any machine is busy: what is tried here is the answer, not the second.
        limits.drainGrace = .seconds(60)
        try await withServer(limits: limits) { server, address, answers in
            let busy = try Client(address).get("/gate")
            await answers.gate.arrivals(1)
            let clients = try (0..<20).map { _ in try Client(address) }
            for client in clients { #expect(try client.get("/now").answer().status == 200) }
            let drained = try Draining(server)
            let probe = clients[0]
            while try probe.get("/now").answer().fields["connection"] != "close" {
                try await Task.sleep(for: .milliseconds(2))
            }
            for client in clients.dropFirst() {
                #expect(try client.get("/now").answer().fields["connection"] == "close")
                #expect(try client.rest() == "")
            }
            answers.gate.open()
            #expect(try busy.answer().body == "passed")
            await drained.end()
        }
    }

    @Test func `draining cuts what takes longer than its patience`() async throws {
        try await withServer { server, address, answers in
            let busy = try Client(address).get("/gate")
            await answers.gate.arrivals(1)
            await server.drain(within: .milliseconds(10))
            #expect(try busy.rest() == "")
        }
    }

    @Test func `a request that has arrived when draining begins is answered`() async throws {
        try await withServer { server, address, _ in
            let clients = try (0..<20).map { _ in try Client(address).get("/later") }
            await server.drain(within: .seconds(60))
            for client in clients { #expect(try client.answer().body == "later") }
        }
    }
}
