import HTTP

/// What the parser found in bytes that came in pieces.
struct RequestReading: Equatable {
    struct Found: Equatable {
        let method: String
        let path: String
        let query: String?
        let host: String
        let fields: [UInt8]
        let body: [UInt8]
        let keepsAlive: Bool
        let isHTTP10: Bool

        init(_ request: Request) {
            method = request.method.name
            path = request.target.path
            query = request.target.query
            host = request.host
            fields = Array(request.fields.wire)
            body = request.body
            keepsAlive = request.keepsAlive
            isHTTP10 = request.isHTTP10
        }
    }

    private(set) var found: [Found] = []
    private(set) var refusal: Refusal?

    /// Whether the same was found, and refused or not. Which of two faults in one head is named first may hang on how
    /// much of it had come.
    static func == (one: Self, other: Self) -> Bool {
        one.found == other.found && (one.refusal == nil) == (other.refusal == nil)
    }

    /// - Parameter ends: where each piece ends, in order; the last is the end of the bytes.
    init(_ bytes: [UInt8], ends: some Sequence<Int>, limits: RequestLimits) throws(BrokenPromise) {
        var parser = RequestParser(limits: limits)
        var start = 0
        for end in ends {
            while refusal == nil {
                let step = parser.parse(bytes[start..<end])
                try promise(step.consumed <= end - start, "the parser consumes what it was given at most")
                start += step.consumed
                if case .needMore = step.event {
                    // Line ends are no part of the request line's limit, and the line of a chunk has one of its own.
                    try promise(
                        end - start <= max(limits.requestLine + limits.headerBytes + 8, 256 + 2),
                        "what is held back of a request is bounded")
                    break
                }
                switch step.event {
                case .needMore, .expectsContinue: break
                case .refuse(let reason): refusal = reason
                case .request(let request):
                    try promise(step.consumed > 0 || !found.isEmpty || start > 0, "no request of no bytes")
                    try Self.check(request, limits)
                    found.append(Found(request))
                }
            }
        }
    }

    private static func check(_ request: Request, _ limits: RequestLimits) throws(BrokenPromise) {
        try promise(request.body.count <= limits.bodyBytes, "content within its limit")
        try promise(request.fields.wire.count <= limits.headerBytes, "fields within their limit")
        try promise(request.fields.list.count <= limits.fieldCount, "not more fields than allowed")
        let path = request.target.path
        try promise(path.utf8.first == UInt8(ascii: "/") || path == "*", "a path begins with a slash")
        try promise(request.host == request.host.lowercased(), "a host in lower case")
        try promise(!request.host.isEmpty || request.isHTTP10, "a host, but for HTTP/1.0")
    }
}
