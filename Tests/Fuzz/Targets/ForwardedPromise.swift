import HTTP
import HTTPServer

/// Whom a request comes from: each line of the input is a field line. Fields of strangers change nothing, and no
/// address that somebody put in front of those of our proxies counts.
enum ForwardedPromise {
    private static let trusted = ["10.0.0.0/8", "fd00::/8", "::1"].compactMap(AddressBlock.init)
    private static let rule = ClientRule(trustedProxies: trusted)
    private static let strangers = ["192.0.2.1", "2001:db8::1"].compactMap(ClientAddress.init)
    private static let peers = ["10.0.0.1", "fd00::1"].compactMap(ClientAddress.init) + [.none]

    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        try checkAddress(input)
        guard let fields = FieldLines.fields(input) else { return }
        for peer in strangers {
            try promise(rule.client(peer: peer, fields: fields) == peer, "fields of strangers change nothing")
        }
        for peer in peers {
            guard let client = rule.client(peer: peer, fields: fields), client != peer,
                !trusted.contains(where: { $0.contains(client) })
            else { continue }
            try promise(ClientAddress(client.text) == client, "an address is read from its text")
            let isPlain = fields.all(.xForwardedFor).contains { !$0.isEmpty }
            let front = Array("\(isPlain ? "x-forwarded-for: " : "forwarded: for=")203.0.113.9\n".utf8)
            guard let spoofed = FieldLines.fields(front + input) else { continue }
            try promise(
                rule.client(peer: peer, fields: spoofed) == client, "who stands in front does not count")
        }
    }

    private static func checkAddress(_ input: [UInt8]) throws(BrokenPromise) {
        guard let text = String(validating: input, as: UTF8.self) else { return }
        if let address = ClientAddress(text) {
            try promise(!input.contains(0), "an address ends where its text ends")
            try promise(ClientAddress(address.text) == address, "an address is read from its text")
            try promise(AddressBlock(text)?.contains(address) == true, "an address is a block of one")
        }
        if let block = AddressBlock(text) {
            try promise(!input.contains(0), "a block ends where its text ends")
            try promise(!block.contains(.none), "no address is in no block")
        }
    }
}
