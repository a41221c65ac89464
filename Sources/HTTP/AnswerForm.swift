/// What a request and its connection ask of the answer's form; all that must be kept until it is written.
package struct AnswerForm: Sendable, Equatable {
    package enum Connection: Sendable, Equatable {
        /// HTTP/1.1 that goes on: no Connection field.
        case implied
        /// HTTP/1.0 that goes on, and has to be told.
        case keepAlive
        case close
    }

    /// The answer to HEAD has the fields of GET and no content.
    package let omitsContent: Bool
    package let connection: Connection

    package init(omitsContent: Bool, connection: Connection) {
        self.omitsContent = omitsContent
        self.connection = connection
    }

    /// For an answer to `request`.
    ///
    /// - Parameter closing: whether the server ends the connection whatever the client wants.
    package init(for request: Request, closing: Bool = false) {
        omitsContent = request.method == .head
        connection = closing || !request.keepsAlive ? .close : request.isHTTP10 ? .keepAlive : .implied
    }

    /// For an answer to what was no request: whole, and the last on its connection.
    package static let refusal = AnswerForm(omitsContent: false, connection: .close)

    package var closes: Bool { connection == .close }

    func appendConnection(to wire: inout [UInt8]) {
        switch connection {
        case .implied: return
        case .keepAlive: wire.append(contentsOf: "connection: keep-alive\r\n".utf8)
        case .close: wire.append(contentsOf: "connection: close\r\n".utf8)
        }
    }
}
