/// How a request is answered: at once, with an answer made beforehand, or later by work that may wait.
package enum Reply: Sendable {
    case now(Response)
    /// For GET and HEAD; a matching If-None-Match gets 304.
    case prepared(PreparedResponse)
    case later(@Sendable () async -> Response)
}

/// What answers requests. Called on the thread of the connection's loop, so it must not block.
package protocol Responder: Sendable {
    func respond(to request: Request) -> Reply
}
