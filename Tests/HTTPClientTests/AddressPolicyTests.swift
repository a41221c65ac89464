import Testing

@testable import HTTPClient

@Suite struct AddressPolicyTests {
    @Test(arguments: [
        "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "0.0.0.0", "0.1.2.3",
        "100.64.0.1", "100.127.255.255", "192.0.0.8", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1",
        "255.255.255.255", "::", "fe80::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:10.0.0.1",
        "::ffff:169.254.169.254", "::10.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:1::",
        "2002:a00:1::", "2001:db8::1", "2001::1", "not an address", "",
    ])
    func `A49 addresses that are not the world's are never asked`(address: String) {
        for allowsLoopback in [true, false] {
            let policy = AddressPolicy(allowsLoopback: allowsLoopback, isPlain: false)
            #expect(!policy.allows(text: address))
        }
    }

    @Test(arguments: ["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"])
    func `A49 loopback is asked only where it is allowed`(address: String) {
        #expect(AddressPolicy(allowsLoopback: true, isPlain: true).allows(text: address))
        #expect(AddressPolicy(allowsLoopback: true, isPlain: false).allows(text: address))
        #expect(!AddressPolicy(allowsLoopback: false, isPlain: false).allows(text: address))
    }

    @Test(arguments: [
        "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::",
    ])
    func `the world is asked by https alone`(address: String) {
        #expect(AddressPolicy(allowsLoopback: false, isPlain: false).allows(text: address))
        #expect(AddressPolicy(allowsLoopback: true, isPlain: false).allows(text: address))
        #expect(!AddressPolicy(allowsLoopback: true, isPlain: true).allows(text: address))
    }

    @Test(arguments: [
        "https://127.0.0.1", "https://localhost", "https://[::1]", "https://2130706433", "https://0x7f.1",
    ])
    func `A49 a loopback listener sees no connection from a request that may not reach it`(host: String) async
    {
        let server = RawServer { _ in .answer(RawServer.response("no")) }
        await #expect(throws: OutboundFailure.refusedAddress) {
            try await exchange(OutboundRequest(.get, "\(host):\(server.port)/"))
        }
        #expect(server.connections == 0)
    }

    @Test func `A49 plain http does not reach loopback either where it is not allowed`() async {
        let server = RawServer { _ in .answer(RawServer.response("no")) }
        await #expect(throws: OutboundFailure.refusedAddress) {
            try await exchange(OutboundRequest(.get, server.url))
        }
        #expect(server.connections == 0)
    }

    @Test func `A49 a kept connection to loopback is not lent to a request that may not go there`()
        async throws
    {
        let server = RawServer { _ in .answer(RawServer.response("ok")) }
        try await withClient { client in
            _ = try await client.send(OutboundRequest(.get, server.url, allowsLoopback: true))
            await #expect(throws: OutboundFailure.refusedAddress) {
                _ = try await client.send(OutboundRequest(.get, server.url))
            }
        }
        #expect(server.requests == 1)
    }
}
