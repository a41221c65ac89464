import HTTP

/// What came back, whatever its status.
package struct OutboundResponse: Sendable {
    package let status: Int
    package let body: [UInt8]
    /// Status line and fields as received.
    private let head: [UInt8]

    init(status: Int, head: [UInt8], body: [UInt8]) {
        self.status = status
        self.head = head
        self.body = body
    }

    /// Read anew each time: most callers never ask.
    package var fields: Fields { ResponseHead.fields(head) }

    /// The one field that everybody asks for.
    package var contentType: String? { ResponseHead.value(of: .contentType, in: head) }
}
