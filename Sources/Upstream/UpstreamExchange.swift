/// One request to a provider, for whoever owns the sockets. Redirects are not to be followed.
package struct UpstreamRequest: Sendable {
    package enum Method: Sendable { case get, post }

    package let method: Method
    package let url: String
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]
    /// How long the whole exchange may take, in milliseconds.
    package let timeoutMilliseconds: Int
    /// The longest body that is read; a longer one is a failure.
    package let maxBody: Int
    /// True only for a provider whose configured issuer is itself a loopback host.
    package let allowsLoopback: Bool

    init(
        _ method: Method, _ url: String, fields: [(name: String, value: String)], body: [UInt8] = [],
        timeoutMilliseconds: Int = 5000, allowsLoopback: Bool
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.timeoutMilliseconds = timeoutMilliseconds
        self.maxBody = 1 << 20
        self.allowsLoopback = allowsLoopback
    }
}

/// What a provider answered, whatever its status.
package struct UpstreamAnswer: Sendable {
    package let status: Int
    package let contentType: String?
    package let body: [UInt8]

    package init(status: Int, contentType: String?, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }
}

/// No answer: the name, the connection, TLS, the time or the size. The reason is for operators and names no secret.
package struct UpstreamUnreachable: Error, Sendable, Equatable {
    package let reason: String

    package init(reason: String) {
        self.reason = reason
    }
}

/// How providers are asked.
package typealias Fetch =
    @Sendable (UpstreamRequest) async throws(UpstreamUnreachable) -> UpstreamAnswer
