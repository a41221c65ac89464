import EventLoop
import HTTP
import Testing

@testable import HTTPServer

struct ConnectionsTests {
    @Test func `a thousand connections come and go, and no descriptor stays behind`() async throws {
        try await withServer(loops: 2) { server, address, _ in
            for round in 0..<20 {
                let clients = try (0..<50).map { _ in try Client(address) }
                for (index, client) in clients.enumerated() {
                    client.get(index % 2 == 0 ? "/document" : "/later")
                    if index % 5 == 0 { client.resetOnClose() }
                }
                for client in clients where round % 2 == 0 { #expect(try client.answer().status == 200) }
            }
            while await server.connections > 0 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(descriptors(at: address) == 2)
            let another = try Client(address)
            #expect(try another.get("/now").answer().body == "now")
        }
    }

    @Test func `the longest idle connection makes room`() async throws {
        var limits = ServerLimits()
        limits.connections = 2
        try await withServer(limits: limits) { _, address, _ in
            let first = try Client(address)
            let second = try Client(address)
            #expect(try first.get("/now").answer().status == 200)
            #expect(try second.get("/now").answer().status == 200)
            #expect(try first.get("/now").answer().status == 200)
            let another = try Client(address)
            #expect(try another.get("/now").answer().status == 200)
            #expect(try second.rest() == "")
            #expect(try first.get("/now").answer().status == 200)
        }
    }

    @Test(arguments: [
        "GET /now HTTP/1.1\r\nHost: a\r\n", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhel",
    ])
    func `D15 who keeps us waiting longest makes room, with half a head or half a body`(half: String)
        async throws
    {
        var limits = ServerLimits()
        limits.connections = 2
        try await withServer(limits: limits) { _, address, _ in
            let first = try Client(address).send(half)
            let second = try Client(address).send(half)
            try await Task.sleep(for: .milliseconds(20))
            let another = try Client(address)
            #expect(try another.get("/now").answer().status == 200)
            #expect(try first.rest() == "")
            #expect(try another.get("/now").answer().status == 200)
            second.endSending()
        }
    }

    @Test func `where all are busy the newcomer has to go`() async throws {
        var limits = ServerLimits()
        limits.connections = 1
        try await withServer(limits: limits) { _, address, answers in
            let busy = try Client(address).get("/gate")
            await answers.gate.arrivals(1)
            let another = try Client(address)
            #expect(try another.rest() == "")
            answers.gate.open()
            #expect(try busy.answer().body == "passed")
        }
    }

    @Test func `a Unix socket serves, and replaces one that nobody listens on`() async throws {
        let path = "/tmp/homing-test-\(UInt64.random(in: 0...(.max))).sock"
        for _ in 0..<2 {
            try await withServer(at: "unix:" + path) { _, address, _ in
                let another = try Client(address)
                #expect(try another.get("/client").answer().body == "")
            }
        }
    }

    @Test func `IPv6 serves`() async throws {
        try await withServer(at: "[::1]:0") { _, address, _ in
            let another = try Client(address)
            #expect(try another.get("/client").answer().body == "::1")
        }
    }

    @Test func `an address that is taken is a failure`() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let missing = try #require(ListenAddress("unix:/nowhere/at/all.sock"))
        await #expect(throws: ListenFailure.self) {
            _ = try await HTTPServer(listening: [missing], on: group, responder: Answers())
        }
    }

    /// How many sockets of this process have this as their own address: those that listen and those accepted.
    private func descriptors(at address: ListenAddress) -> Int {
        (0..<Int32(4_096)).count { descriptor in
            var name = SocketAddress()
            guard name.read(nameOf: descriptor) else { return false }
            return .internet(name.client.address, port: name.client.port) == address
        }
    }
}
