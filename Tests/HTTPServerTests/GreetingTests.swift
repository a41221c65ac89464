import HTTP
import HTTPServer
import Testing

struct GreetingTests {
    private func limits(_ greeting: Duration = .seconds(3_600)) -> ServerLimits {
        var limits = ServerLimits()
        limits.greetingTime = greeting
        return limits
    }

    @Test(arguments: [
        (Array("PROXY TCP4 203.0.113.7 192.0.2.1 4711 443\r\n".utf8), "203.0.113.7"),
        (ProxyOctets.v6(), "2001:db8::1"), (Array("PROXY UNKNOWN\r\n".utf8), "127.0.0.1"),
        (ProxyOctets.header(0x20, 0, []), "127.0.0.1"),
    ])
    func `the header gives the peer's address, for all requests`(header: [UInt8], address: String)
        async throws
    {
        try await withServer(limits: limits(), isProxied: true) { _, place, _ in
            let client = try Client(place).send(header).get("/client")
            #expect(try client.answer().body == address)
            #expect(try client.get("/client").answer().body == address)
        }
    }

    @Test func `the header may come octet by octet`() async throws {
        try await withServer(limits: limits(), isProxied: true) { _, place, _ in
            let client = try Client(place)
            for octet in ProxyOctets.v4(extensions: [0x04, 0, 1, 0]) { client.send([octet]) }
            #expect(try client.get("/client").answer().body == "203.0.113.7")
        }
    }

    @Test func `the address that a header names is the peer for the rule of proxies`() async throws {
        let rule = ClientRule(trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"].compactMap { AddressBlock($0) })
        let said = "X-Forwarded-For: 198.51.100.9\r\n"
        try await withServer(limits: limits(), clients: rule, isProxied: true) { _, place, _ in
            for (header, address) in [
                ("PROXY TCP4 10.1.1.1 192.0.2.1 1 2\r\n", "198.51.100.9"),
                ("PROXY TCP4 203.0.113.7 192.0.2.1 1 2\r\n", "203.0.113.7"),
                ("PROXY UNKNOWN\r\n", "127.0.0.1"),
            ] {
                let client = try Client(place).send(header).get("/client", said)
                #expect(try client.answer().body == address)
            }
        }
    }

    @Test(arguments: ["GET /client HTTP/1.1\r\nHost: a\r\n\r\n", "PROXY TCP4 x\r\n", "\r\n\r\nGET", "Z"])
    func `without a header the connection ends and nothing is answered`(octets: String) async throws {
        try await withServer(limits: limits(), isProxied: true) { _, place, answers in
            let client = try Client(place).send(octets)
            do { #expect(try client.rest() == "") } catch Client.Failure.reset {}
            #expect(answers.answered == 0)
        }
    }

    @Test(arguments: ["", "PROXY TCP4 203.0"])
    func `a header that does not come in time ends the connection`(octets: String) async throws {
        try await withServer(limits: limits(.milliseconds(30)), isProxied: true) { _, place, _ in
            let client = try Client(place).send(octets)
            #expect(try client.rest() == "")
        }
    }

    @Test func `a second header is no request`() async throws {
        try await withServer(limits: limits(), isProxied: true) { _, place, _ in
            let header = "PROXY TCP4 203.0.113.7 192.0.2.1 1 2\r\n"
            let client = try Client(place).send(header + header)
            #expect(try client.answer().status == 400)
        }
    }

    @Test func `where no header is foreseen, one is no request`() async throws {
        try await withServer { _, place, _ in
            let client = try Client(place).send("PROXY TCP4 203.0.113.7 192.0.2.1 1 2\r\n").get("/client")
            #expect(try client.answer().status == 400)
        }
    }

    @Test func `a Unix socket takes a header too`() async throws {
        let path = "unix:/tmp/homing-test-\(UInt64.random(in: 0...(.max))).sock"
        try await withServer(limits: limits(), at: path, isProxied: true) { _, place, _ in
            let client = try Client(place).send(ProxyOctets.v4()).get("/client")
            #expect(try client.answer().body == "203.0.113.7")
        }
    }
}
