extension Event {
    /// At which level the event is told.
    package var level: Level {
        switch self {
        case .note: .debug
        case .started, .listening, .draining, .stopped, .reloaded, .upstreamKeysFetched, .storeRecovered,
            .keyMade, .keyDropped:
            .info
        case .requestAnswered(let record):
            RequestRecord.level(status: record.status, isDocument: record.isDocument)
        case .connectionRefused: .debug
        case .configurationWarning, .upstreamFault, .upstreamKeysSkipped, .storeRestored:
            .warning
        case .clockWentBack, .configurationFault, .storeFault, .internalFault: .error
        }
    }

    /// The message: constant for each kind of event, so that it can be searched for.
    var message: StaticString {
        switch self {
        case .started: "started"
        case .listening: "listening"
        case .draining: "draining"
        case .stopped: "stopped"
        case .reloaded: "configuration reloaded"
        case .configurationFault: "configuration fault"
        case .configurationWarning: "configuration warning"
        case .requestAnswered(let record): record.step == nil ? "request answered" : "sign-in"
        case .upstreamFault: "provider fault"
        case .upstreamKeysSkipped: "provider keys skipped"
        case .upstreamKeysFetched: "provider keys fetched"
        case .storeFault: "store fault"
        case .storeRecovered: "store recovered"
        case .storeRestored: "store restored: what was handed out before is void"
        case .keyMade: "signing key made"
        case .keyDropped: "signing key dropped"
        case .connectionRefused: "connection refused"
        case .clockWentBack: "clock went back"
        case .internalFault: "internal fault"
        case .note(let text, _): text
        }
    }

    /// Writes the fields behind the message.
    func write(to line: inout JournalLine) {
        switch self {
        case .stopped, .storeRecovered: break
        case .started(let version): line.add("version", version)
        case .listening(let address): line.add("address", address)
        case .draining(let inFlight): line.add("in_flight", inFlight)
        case .reloaded(let clients, let providers):
            line.add("clients", clients)
            line.add("providers", providers)
        case .configurationFault(let text), .configurationWarning(let text): line.add("reason", text)
        case .requestAnswered(let record): record.write(to: &line)
        case .upstreamFault(let provider, let reason):
            line.add("provider", provider)
            line.add("reason", reason)
        case .upstreamKeysSkipped(let provider, let count), .upstreamKeysFetched(let provider, let count):
            line.add("provider", provider)
            line.add("count", count)
        case .storeFault(let reason): line.add("reason", reason)
        case .storeRestored(let epoch): line.add("epoch", epoch)
        case .keyMade(let kid, let algorithm):
            line.add("kid", kid)
            line.add("alg", algorithm)
        case .keyDropped(let kid): line.add("kid", kid)
        case .connectionRefused(let reason, let address):
            line.add("reason", reason.rawValue)
            line.add("address", address)
        case .clockWentBack(let milliseconds):
            line.add("by_ms", Int(milliseconds))
            line.add("reason", "nothing is issued until the clock has caught up, or after homing restore")
        case .internalFault(let text): line.add("reason", text.description)
        case .note(_, let detail): line.add("detail", detail)
        }
    }
}
