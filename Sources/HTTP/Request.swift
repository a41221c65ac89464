import Codec

/// A request that the parser took: its head in one piece of memory, of which texts are made when asked for.
package struct Request: Sendable {
    package let method: Method
    private let head: [UInt8]
    let layout: HeadLayout
    package var body: [UInt8]
    /// Filled in by the server, which knows the peer and whom to trust about it.
    package var client: ClientAddress = .none
    /// Monotonic clock, nanoseconds.
    package var receivedAt: UInt64 = 0

    init(head: [UInt8], layout: HeadLayout, body: [UInt8]) {
        method = layout.method
        self.head = head
        self.layout = layout
        self.body = body
    }

    /// A request made by hand, for tests: as if these had been received. Nil when the parser refuses it.
    package init?(
        _ method: Method = .get, _ target: String, host: String = "auth.example.com",
        fields: Fields = Fields(),
        body: [UInt8] = []
    ) {
        var bytes = Array("\(method.name) \(target) HTTP/1.1\r\nhost: \(host)\r\n".utf8)
        bytes += fields.wire
        bytes += Array("content-length: \(body.count)\r\n\r\n".utf8) + body
        var limits = RequestLimits()
        limits.bodyBytes = max(limits.bodyBytes, body.count)
        var parser = RequestParser(limits: limits)
        guard case .request(let request) = parser.parse(bytes).event else { return nil }
        self = request
    }

    package var target: RequestTarget {
        RequestTarget(head: head, path: layout.path, query: layout.query)
    }

    package var fields: Fields { Fields(head: head, view: layout.fields) }

    /// The host asked for, as validated, in lower case, with its port if one was named; empty when an HTTP/1.0
    /// request named none.
    package var host: String { String(decoding: head[layout.host].map(Octet.lowercase), as: UTF8.self) }

    /// Whether the host asked for is `lower` (lower case, with the port if there is one), without making a text.
    package func isFor(host lower: String) -> Bool {
        var lower = lower
        return head.withUnsafeBufferPointer { head in
            lower.withUTF8 { Octet.equal(UnsafeBufferPointer(rebasing: head[layout.host]), $0) }
        }
    }

    /// Whether the version was HTTP/1.0.
    package var isHTTP10: Bool { layout.isHTTP10 }

    /// Whether the connection may serve another request after this one, as far as the client is concerned
    /// (RFC 9112 section 9.3).
    package var keepsAlive: Bool { layout.keepsAlive }
}
