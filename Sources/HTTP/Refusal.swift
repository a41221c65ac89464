/// Why the parser will not read on. The connection ends after the answer, always: where the next request would
/// begin is not known any more (RFC 9112 section 9.3).
package enum Refusal: Error, Sendable, Hashable {
    /// 400: not the grammar, or framing that two readers might read differently.
    case malformed
    /// 413: more content than allowed.
    case contentTooLarge
    /// 414: the request line is too long.
    case targetTooLong
    /// 417: an expectation other than 100-continue.
    case expectation
    /// 431: too many fields, or too long ones.
    case fieldsTooLarge
    /// 501: a method longer than any, CONNECT, or a transfer coding that we do not know.
    case notImplemented
    /// 505: a major version other than 1.
    case version

    package var status: Status {
        switch self {
        case .malformed: .badRequest
        case .contentTooLarge: .contentTooLarge
        case .targetTooLong: .uriTooLong
        case .expectation: .expectationFailed
        case .fieldsTooLarge: .fieldsTooLarge
        case .notImplemented: .notImplemented
        case .version: .versionNotSupported
        }
    }

    /// The answer, in which nothing of the request comes back.
    package var response: Response { .text(status.reason + "\n", status: status) }
}
