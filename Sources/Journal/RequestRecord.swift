/// What a request leaves in the journal: one line, with what it did to a sign-in if it was about one.
package struct RequestRecord: Sendable {
    package var requestID: String?
    package var method: String
    package var route: RouteLabel
    package var status: UInt16
    package var nanoseconds: UInt64
    package var address: String
    package var step: Step?
    /// An answer that was made beforehand, asked for by everybody all the time.
    package var isDocument = false

    /// A step of a sign-in.
    package struct Step: Sendable {
        package var phase: SignInPhase
        package var outcome: SignInOutcome
        /// The first 12 hexadecimal digits of the SHA-256 of the transaction's id.
        package var transaction: String?
        package var client: Untrusted?
        package var provider: String?
        /// An error code or a word of ours.
        package var reason: Untrusted?

        package init(
            _ phase: SignInPhase, _ outcome: SignInOutcome, transaction: String? = nil,
            client: Untrusted? = nil, provider: String? = nil, reason: Untrusted? = nil
        ) {
            self.phase = phase
            self.outcome = outcome
            self.transaction = transaction
            self.client = client
            self.provider = provider
            self.reason = reason
        }
    }

    package init(
        requestID: String? = nil, method: String, route: RouteLabel, status: UInt16, nanoseconds: UInt64,
        address: String, step: Step? = nil
    ) {
        self.requestID = requestID
        self.method = method
        self.route = route
        self.status = status
        self.nanoseconds = nanoseconds
        self.address = address
        self.step = step
    }

    /// At which level it is told; to be asked before a record is made.
    package static func level(status: UInt16, isDocument: Bool = false) -> Level {
        status >= 500 && status != 503 ? .error : isDocument ? .debug : .info
    }

    func write(to line: inout JournalLine) {
        line.add("request_id", requestID)
        if let step {
            line.add("transaction", step.transaction)
            line.add("client", step.client)
            line.add("phase", step.phase.name)
            line.add("outcome", step.outcome.name)
            line.add("provider", step.provider)
            line.add("reason", step.reason)
        }
        line.add("duration_ms", nanoseconds: nanoseconds)
        line.add("method", method)
        line.add("route", route.pattern)
        line.add("status", Int(status))
        line.add("address", address)
    }
}
