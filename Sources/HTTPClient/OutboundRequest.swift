import HTTP

/// Whose certificates are believed.
package enum OutboundTrust: Sendable, Equatable {
    /// The system's authorities.
    case system
    /// The authorities in one PEM file.
    case file(String)
}

/// One request to somebody else's server. Redirects are answers like any other: none is followed.
package struct OutboundRequest: Sendable {
    package enum Method: Sendable { case get, post }

    package let method: Method
    /// https; plain http reaches loopback addresses alone, and those only where they are allowed.
    package let url: String
    package let fields: Fields
    package let body: [UInt8]
    /// For the whole exchange, name and connection included.
    package let timeoutMilliseconds: Int
    /// Bytes of body that are read at most.
    package let maxBody: Int
    /// Whether loopback addresses may be asked besides the world's; private and link-local ones never may.
    package let allowsLoopback: Bool

    package init(
        _ method: Method, _ url: String, fields: Fields = Fields(), body: [UInt8] = [],
        timeoutMilliseconds: Int = 5000, maxBody: Int = 1 << 20, allowsLoopback: Bool = false
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.timeoutMilliseconds = max(1, timeoutMilliseconds)
        self.maxBody = max(0, maxBody)
        self.allowsLoopback = allowsLoopback
    }

    /// Whether the URL's scheme is http.
    var isPlain: Bool {
        url.utf8.prefix(5).map { $0 | 0x20 }.elementsEqual("http:".utf8)
    }
}
