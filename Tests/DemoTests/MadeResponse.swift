import HTTP

@testable import HTTPClient

extension OutboundResponse {
    /// A response made by hand, as if it had been received.
    init(status: Int, fields: Fields, body: [UInt8]) {
        self.init(
            status: status, head: Array("HTTP/1.1 \(status) X\r\n".utf8) + fields.wire + [13, 10], body: body)
    }
}
