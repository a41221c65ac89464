/// An answer to a request. Date, Content-Length and Connection are the writer's, never set here.
package struct Response: Sendable {
    package var status: Status
    package var fields: Fields
    package var body: [UInt8]

    package init(status: Status, fields: Fields = Fields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// An HTML page that no cache keeps.
    package static func html(_ text: String, status: Status = .ok) -> Response {
        uncached(status, type: "text/html; charset=utf-8", body: Array(text.utf8))
    }

    /// A JSON document that no cache keeps.
    package static func json(_ bytes: [UInt8], status: Status = .ok) -> Response {
        uncached(status, type: "application/json", body: bytes)
    }

    /// A plain text that no cache keeps.
    package static func text(_ text: String, status: Status = .ok) -> Response {
        uncached(status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    /// 303, or 302 where GET answers GET; never one that repeats a POST (RFC 9700 section 4.12).
    package static func redirect(to location: String, status: Status = .seeOther) -> Response {
        var response = empty(status)
        response.fields.append(.location, location)
        return response
    }

    /// No content, kept by no cache.
    package static func empty(_ status: Status) -> Response {
        Response(status: status, fields: Fields([(.cacheControl, "no-store")]))
    }

    private static func uncached(_ status: Status, type: String, body: [UInt8]) -> Response {
        let fields = Fields([
            (.contentType, type), (.cacheControl, "no-store"), (.xContentTypeOptions, "nosniff"),
        ])
        return Response(status: status, fields: fields, body: body)
    }
}
