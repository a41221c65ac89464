import OAuth

/// Why a value that is held is asked for anew. Each reason has a cool-down of its own, so that a flood of one
/// does not keep the other from being answered (H21).
enum RefetchReason: Sendable, CaseIterable {
    case unknownKey
    case badSignature
}

/// Who may fetch, and when: the rules of `FetchedValue`, without its lock and its waiting.
struct FetchLedger<Value: Sendable>: Sendable {
    struct Held: Sendable {
        let value: Value
        let version: Int
    }

    enum Step {
        case use(Held)
        /// This caller fetches.
        case fetch(round: Int)
        /// Another caller is fetching: wait for it.
        case join(round: Int)
        /// Nothing is held, and it is too early to ask again.
        case fail(UpstreamFailure)
    }

    /// Seconds after which a good value is asked for again.
    static var freshFor: Int { 3600 }
    /// Seconds between two refetches for one reason, and after a failed hourly fetch.
    static var coolDown: Int { 30 }

    private(set) var held: Held?
    private var fetchedAt: Timestamp?
    private var round = 0
    private var running = false
    private var lastFailure: UpstreamFailure?
    private var failures = 0
    private var quietUntil: Timestamp?
    private var refetchQuietUntil: [RefetchReason: Timestamp] = [:]

    func isRunning(_ round: Int) -> Bool {
        running && self.round == round
    }

    /// The value while it needs no fetch. One from the future was fetched by a clock that has been set back since.
    func fresh(at now: Timestamp) -> Held? {
        guard let held, let fetchedAt, now < fetchedAt.adding(seconds: Self.freshFor),
            fetchedAt <= now.adding(seconds: Self.coolDown)
        else { return nil }
        return held
    }

    /// The value as it is, or the first or hourly fetch. While a good value is held, only the one who fetches waits.
    mutating func wanted(at now: Timestamp) -> Step {
        if let held = fresh(at: now) { return .use(held) }
        if let held, running || isQuiet(quietUntil, at: now) { return .use(held) }
        if running { return .join(round: round) }
        if isQuiet(quietUntil, at: now), let lastFailure { return .fail(lastFailure) }
        return start()
    }

    /// A value that is newer than the version that did not serve.
    mutating func wantedNewer(than seen: Int, because reason: RefetchReason, at now: Timestamp) -> Step {
        if let held, held.version > seen { return .use(held) }
        if running { return .join(round: round) }
        if let held, isQuiet(refetchQuietUntil[reason], at: now) { return .use(held) }
        refetchQuietUntil[reason] = now.adding(seconds: Self.coolDown)
        return start()
    }

    mutating func finish(_ result: Result<Value, UpstreamFailure>, startedAt: Timestamp) {
        running = false
        switch result {
        case .success(let value):
            held = Held(value: value, version: round)
            fetchedAt = startedAt
            failures = 0
            quietUntil = nil
            lastFailure = nil
        case .failure(let failure):
            failures += 1
            lastFailure = failure
            quietUntil = startedAt.adding(seconds: pause)
        }
    }

    /// What those who waited for a round get: its failure only when there is nothing older to go on with.
    func outcome(of round: Int) -> Result<Held, UpstreamFailure> {
        if let held { return .success(held) }
        return .failure(lastFailure ?? .unreachable("no answer yet"))
    }

    /// Seconds of quiet after a failure. With nothing in hand the next sign-in may try at once after the first
    /// failure; then 1, 2, 4 … seconds, up to the cool-down.
    private var pause: Int {
        guard held == nil else { return Self.coolDown }
        return failures < 2 ? 0 : min(Self.coolDown, 1 << min(failures - 2, 5))
    }

    /// A clock that was set back far must not keep us quiet for longer than a cool-down.
    private func isQuiet(_ until: Timestamp?, at now: Timestamp) -> Bool {
        guard let until else { return false }
        return now < until && until <= now.adding(seconds: Self.coolDown)
    }

    private mutating func start() -> Step {
        running = true
        round += 1
        return .fetch(round: round)
    }
}
