import OAuth

/// What can happen next. Every decision over a row is `TransactionMachine`'s.
struct World {
    let chapter: Chapter
    let book: Book

    init(_ chapter: Chapter) throws {
        self.chapter = chapter
        book = try Book(
            calendar: chapter.calendar, sample: Sample(offline: chapter.offline), mutant: chapter.mutant)
    }

    var calendar: Calendar { chapter.calendar }

    /// The beginning, or what a sign-in without any trouble has come to.
    func start() -> Situation {
        var situation = Situation()
        let steps: [Operation] =
            switch chapter.start {
            case .nothing: []
            case .issued: [.claim, .settleIssued]
            case .denied: [.claim, .settleDenied]
            case .redeemed: [.claim, .settleIssued, .code]
            }
        var node = Node()
        (node.now, node.peak) = (situation.clock, situation.peak)
        for step in steps {
            node.operation = step
            let verdict = book.verdict(step, on: situation.record, at: node.now)
            write(verdict, of: step, into: &situation)
            _ = audit(verdict, of: node, in: &situation.truth)
        }
        situation.durable = situation.record
        if chapter.isHonest { situation.truth.held = situation.truth.generation }
        return situation
    }

    /// Everything that can happen next.
    func moves(from situation: Situation, _ take: (Move) -> Void) {
        passTime(situation, take)
        setClockBack(situation, take)
        for node in 0..<2 {
            if situation[node].isIdle {
                // Of two idle nodes it is enough to look at one.
                if node == 1 || !situation[1].isIdle { arrivals(situation, node, take) }
            } else {
                work(situation, node, take)
                crash(situation, node, take)
            }
        }
        if situation.durable != situation.record { losePower(situation, take) }
        if chapter.isSwept { sweep(situation, take) }
    }

    private func passTime(_ situation: Situation, _ take: (Move) -> Void) {
        let clock = situation.clock
        // To who sees the clock alone, a jump forward is time that passed.
        let isJump =
            clock == Calendar.hourBefore && chapter.isHonest
            && situation.truth.rotatedAt == Calendar.hourBefore
        if clock >= calendar.last || isJump || isWaited(for: situation[0], clock)
            || isWaited(for: situation[1], clock)
        {
            return
        }
        var next = situation
        // An hour off is noticed and mended.
        next.clock = clock == Calendar.hourBefore ? situation.peak : clock + 1
        next.peak = max(next.peak, next.clock)
        take(Move(.clock(next.clock), to: next))
    }

    private func isWaited(for node: Node, _ clock: UInt8) -> Bool {
        !node.isIdle && node.stage != .claimed && Int(clock) - Int(node.now) >= chapter.lag
    }

    private func setClockBack(_ situation: Situation, _ take: (Move) -> Void) {
        let clock = situation.clock
        if chapter.setBack == .never || clock != situation.peak { return }
        // What was asked by the clock as it was, and is answered after others were by the new one, is no repeat.
        if chapter.isHonest && !(situation[0].isIdle && situation[1].isIdle) { return }
        for earlier in 0..<clock {
            let isSmall = calendar.distance(from: earlier, to: clock) <= 1000 * Int64(Lifespan.leewaySeconds)
            guard earlier == Calendar.hourBefore || isSmall || chapter.setBack == .byAny else { continue }
            var next = situation
            next.clock = earlier
            take(Move(.clockSetBack(earlier), to: next))
        }
    }

    private func arrivals(_ situation: Situation, _ index: Int, _ take: (Move) -> Void) {
        for operation in chapter.operations where isAsked(operation, in: situation) {
            var next = situation
            next[index] = arriving(operation, in: situation)
            take(Move(.arrives(operation, index), to: next))
        }
    }

    private func isAsked(_ operation: Operation, in situation: Situation) -> Bool {
        let truth = situation.truth
        return switch operation {
        case .claim: book.sample.pending.isLive(at: calendar.time(situation.clock))
        case .handle1, .handle2, .handle3, .wrongHandle: truth.answer == .code || truth.answer == .error
        case .code, .wrongCode: truth.answer == .code
        case .refresh1, .refresh2, .refresh3, .refresh4:
            operation.generation <= truth.generation && operation.generation < chapter.generations
                && (!chapter.isHonest || operation.generation == truth.held)
        case .none, .settleIssued, .settleFailed, .settleDenied: false
        }
    }

    /// SIGKILL: what the node was about is gone, the store stays.
    private func crash(_ situation: Situation, _ index: Int, _ take: (Move) -> Void) {
        var next = situation
        next[index] = Node()
        take(Move(.crash(index), to: next))
    }

    /// Rows whose time is over go, whatever was asked before.
    private func sweep(_ situation: Situation, _ take: (Move) -> Void) {
        guard let record = book.records[Int(situation.record)],
            calendar.time(situation.clock) >= record.keepUntil
        else { return }
        var next = situation
        (next.record, next.durable, next.truth.isForgotten) = (0, 0, true)
        if chapter.mutant != .sweepsUnstamped { stamp(&next, situation.clock) }
        take(Move(.sweeps, to: next))
    }

    /// What was not durable is undone. With one writer it takes the nodes too; a database apart leaves them, and
    /// what they had read is read again.
    private func losePower(_ situation: Situation, _ take: (Move) -> Void) {
        var next = situation
        next.record = situation.durable
        if next.truth.answer == .failed { next.truth.answer = .none }
        if next.record == 0 { next.truth.asked = 0 }
        for index in 0..<2 {
            var node = next[index]
            switch chapter.store {
            case .oneWriter: node = Node()
            case .compareAndSet:
                if node.stage == .decided { (node.stage, node.snapshot) = (.arrived, 0) }
                if node.stage == .claimed || node.operation.isSettlement { node.isOrphan = true }
            }
            next[index] = node
        }
        take(Move(.powerLoss, to: next))
    }
}

/// A step of the world.
struct Move {
    enum Event: Sendable {
        case clock(UInt8)
        case clockSetBack(UInt8)
        case arrives(Operation, Int)
        case reads(Operation, Int)
        case loses(Operation, Int)
        case asksProvider(Operation, Int)
        case answers(Operation, Verdict.Outcome, Int, heard: Bool)
        case commits(Operation, Int)
        case refuses(Operation, Int)
        case sweeps
        case crash(Int)
        case powerLoss
    }

    let event: Event
    var situation: Situation
    var broken: Promise?

    init(_ event: Event, to situation: Situation, broken: Promise? = nil) {
        self.event = event
        self.situation = situation
        self.broken = broken
    }
}
