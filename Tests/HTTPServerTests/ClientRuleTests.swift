import HTTP
import HTTPServer
import Testing

struct ClientRuleTests {
    private func client(
        peer: String, _ fields: [(FieldName, String)],
        trusting blocks: [String] = ["127.0.0.0/8", "::1/128", "10.0.0.0/8"]
    ) throws -> String? {
        let rule = ClientRule(trustedProxies: blocks.compactMap { AddressBlock($0) })
        let peer = peer.isEmpty ? ClientAddress.none : try #require(ClientAddress(peer))
        return rule.client(peer: peer, fields: Fields(fields))?.text
    }

    @Test(arguments: [
        (FieldName.xForwardedFor, "198.51.100.1"), (.xForwardedFor, "127.0.0.1, 198.51.100.1"),
        (.forwarded, "for=198.51.100.1"), (.forwarded, "for=\"[2001:db8::1]\";proto=https"),
        (.xRealIP, "198.51.100.1"), (.xForwardedHost, "evil.example"), (.xForwardedProto, "http"),
    ])
    func `D20 H30 forwarding fields of a stranger change nothing`(name: FieldName, value: String) throws {
        #expect(try client(peer: "203.0.113.7", [(name, value)]) == "203.0.113.7")
    }

    @Test(arguments: [
        ("198.51.100.1", "198.51.100.1"), ("192.0.2.9, 198.51.100.1", "198.51.100.1"),
        ("198.51.100.1, 10.1.1.1", "198.51.100.1"), ("10.9.9.9, 10.1.1.1", "10.9.9.9"),
        ("198.51.100.1:4711", "198.51.100.1"), ("[2001:db8::1]:4711", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("", "127.0.0.1"), ("unknown", "127.0.0.1"), ("198.51.100.1, unknown", "127.0.0.1"),
        ("198.51.100.1, unix:", "127.0.0.1"), ("198.51.100.1, unknown, 10.1.1.1", "10.1.1.1"),
        ("rubbish, 198.51.100.1, 10.1.1.1", "198.51.100.1"), ("\", 198.51.100.1", "198.51.100.1"),
    ])
    func `from a proxy of ours the right-most stranger counts`(value: String, expected: String) throws {
        #expect(try client(peer: "127.0.0.1", [(.xForwardedFor, value)]) == expected)
    }

    @Test func `several lines are one list`() throws {
        let fields: [(FieldName, String)] = [(.xForwardedFor, "198.51.100.1"), (.xForwardedFor, "10.1.1.1")]
        #expect(try client(peer: "::1", fields) == "198.51.100.1")
    }

    @Test(arguments: [
        ("for=198.51.100.1", "198.51.100.1"), ("for=192.0.2.9, For=198.51.100.1;by=10.0.0.1", "198.51.100.1"),
        ("for=\"[2001:db8::1]:4711\"", "2001:db8::1"),
        ("for=\"198.51.100.1:80\";proto=https", "198.51.100.1"),
        ("for=_hidden", "127.0.0.1"), ("for=unknown", "127.0.0.1"), ("proto=https", "127.0.0.1"),
        ("by=\"a,for=192.0.2.9\";;for=198.51.100.1;", "198.51.100.1"),
    ])
    func `Forwarded is read where the other is absent`(value: String, expected: String) throws {
        #expect(try client(peer: "127.0.0.1", [(.forwarded, value)]) == expected)
        let both: [(FieldName, String)] = [(.forwarded, value), (.xForwardedFor, expected)]
        #expect(try client(peer: "127.0.0.1", both) == expected)
    }

    @Test(arguments: [
        "rubbish", "198.51.100.1,", ",", "198.51.100.1, rubbish, 10.1.1.1", "198.51.100.1:",
        "198.51.100.1:port",
        "198.51.100.1:123456", "[198.51.100.1]", "[2001:db8::1", "2001:db8::1:4711:x",
        "198.51.100.1 10.1.1.1",
        "\"198.51.100.1\"", "0198.51.100.1", "198.51.100", "::1%lo", "+1.2.3.4",
    ])
    func `what a proxy of ours cannot have written is refused`(value: String) throws {
        #expect(try client(peer: "127.0.0.1", [(.xForwardedFor, value)]) == nil)
        #expect(try client(peer: "203.0.113.7", [(.xForwardedFor, value)]) == "203.0.113.7")
    }

    @Test(arguments: [
        "for", "=a", "for=", "for=rubbish", "for=192.0.2.9;for=198.51.100.1", "for=192.0.2.9;FOR=192.0.2.9",
        "for=\"198.51.100.1", "for=198.51.100.1;x=\"", "for=\"198.51.100.1\\\"\"", "for=198.51.100.1;b y=a",
        "for=_", "for=_a b", "for=198.51.100.1,", "for=\"\"", "for = 198.51.100.1",
    ])
    func `a Forwarded field that cannot be read is refused`(value: String) throws {
        #expect(try client(peer: "127.0.0.1", [(.forwarded, value)]) == nil)
        #expect(try client(peer: "203.0.113.7", [(.forwarded, value)]) == "203.0.113.7")
    }

    @Test func `a quote that a stranger opens does not reach into what the proxy adds`() throws {
        let value = "for=192.0.2.66;x=\", for=\"[2001:db8::1]:80\""
        #expect(try client(peer: "127.0.0.1", [(.forwarded, value)]) == nil)
        #expect(try client(peer: "127.0.0.1", [(.forwarded, "for=192.0.2.66;x=\", for=198.51.100.1")]) == nil)
    }

    @Test func `two lists that name two clients are refused`() throws {
        let both: [(FieldName, String)] = [
            (.forwarded, "for=198.51.100.1"), (.xForwardedFor, "198.51.100.2"),
        ]
        #expect(try client(peer: "127.0.0.1", both) == nil)
        #expect(try client(peer: "203.0.113.7", both) == "203.0.113.7")
        let rubbish: [(FieldName, String)] = [
            (.forwarded, "for=198.51.100.1"), (.xForwardedFor, "rubbish"),
        ]
        #expect(try client(peer: "127.0.0.1", rubbish) == nil)
    }

    @Test func `a Unix socket is a proxy of ours`() throws {
        #expect(try client(peer: "", [(.xForwardedFor, "198.51.100.1")], trusting: []) == "198.51.100.1")
        #expect(try client(peer: "", [], trusting: []) == "")
    }
}
