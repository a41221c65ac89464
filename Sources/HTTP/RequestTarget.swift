/// What a request asks for, as it was received (RFC 9112 section 3.2).
package struct RequestTarget: Sendable {
    private let head: [UInt8]
    private let pathView: Range<Int>
    private let queryView: Range<Int>?

    init(head: [UInt8], path: Range<Int>, query: Range<Int>?) {
        self.head = head
        pathView = path
        queryView = query
    }

    /// Begins with a slash, escapes and all; `*` for `OPTIONS *`.
    package var path: String {
        pathView.isEmpty ? "/" : String(decoding: head[pathView], as: UTF8.self)
    }

    /// Without the question mark; nil without one.
    package var query: String? { queryView.map { String(decoding: head[$0], as: UTF8.self) } }

    /// Calls `body` with the bytes of the path: what a router needs without making a text.
    package func withPath<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        guard !pathView.isEmpty else { return [Octet.slash].withUnsafeBufferPointer(body) }
        return head.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[pathView])) }
    }

    /// Calls `body` with the bytes of the query, which are none when there is no query.
    package func withQuery<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        head.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[queryView ?? 0..<0])) }
    }
}
