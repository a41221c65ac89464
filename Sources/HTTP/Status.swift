/// A response status code (RFC 9110 section 15).
package struct Status: Sendable, Hashable {
    package let code: UInt16

    /// Nil unless the code has three digits and one of the five classes.
    package init?(_ code: Int) {
        guard (100..<600).contains(code) else { return nil }
        self.code = UInt16(code)
    }

    private init(known code: UInt16) { self.code = code }

    package static let ok = Status(known: 200)
    package static let created = Status(known: 201)
    package static let noContent = Status(known: 204)
    package static let found = Status(known: 302)
    package static let seeOther = Status(known: 303)
    package static let notModified = Status(known: 304)
    package static let badRequest = Status(known: 400)
    package static let unauthorized = Status(known: 401)
    package static let forbidden = Status(known: 403)
    package static let notFound = Status(known: 404)
    package static let methodNotAllowed = Status(known: 405)
    package static let notAcceptable = Status(known: 406)
    package static let requestTimeout = Status(known: 408)
    package static let conflict = Status(known: 409)
    package static let lengthRequired = Status(known: 411)
    package static let contentTooLarge = Status(known: 413)
    package static let uriTooLong = Status(known: 414)
    package static let unsupportedMediaType = Status(known: 415)
    package static let expectationFailed = Status(known: 417)
    package static let misdirectedRequest = Status(known: 421)
    package static let unprocessableContent = Status(known: 422)
    package static let tooManyRequests = Status(known: 429)
    package static let fieldsTooLarge = Status(known: 431)
    package static let internalServerError = Status(known: 500)
    package static let notImplemented = Status(known: 501)
    package static let badGateway = Status(known: 502)
    package static let serviceUnavailable = Status(known: 503)
    package static let gatewayTimeout = Status(known: 504)
    package static let versionNotSupported = Status(known: 505)

    /// The phrase behind the code; empty for a code that has no constant here.
    package var reason: String {
        switch code {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }

    /// Whether an answer of this status has no content by definition (RFC 9110 section 6.4.1).
    package var forbidsContent: Bool { code < 200 || code == 204 || code == 304 }
}
