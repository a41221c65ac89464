import OAuth

/// How a node gets on with its request: the store protocols.
extension World {
    func work(_ situation: Situation, _ index: Int, _ take: (Move) -> Void) {
        let node = situation[index]
        switch node.stage {
        case .arrived: ask(situation, index, take)
        case .decided: compareAndSet(situation, index, take)
        case .claimed: askProvider(situation, index, take)
        case .told:
            var next = situation
            write(
                book.verdict(node.operation, on: node.snapshot, at: node.now), of: node.operation, into: &next
            )
            next[index] = Node()
            take(Move(.commits(node.operation, index), to: next))
        case .halfDone:
            var next = situation
            next.grant = book.revoking(next.grant)
            let verdict = Verdict(outcome: .replayed)
            let broken = audit(verdict, of: node, in: &next.truth)
            next[index] = Node()
            take(Move(.answers(node.operation, .replayed, index, heard: true), to: next, broken: broken))
        }
    }

    private func row(_ operation: Operation, in situation: Situation) -> UInt16 {
        operation.isRefresh ? situation.grant : situation.record
    }

    private func ask(_ situation: Situation, _ index: Int, _ take: (Move) -> Void) {
        var node = situation[index]
        if let seconds = chapter.toleranceSeconds,
            calendar.distance(from: situation.stamp, to: node.now) < -1000 * Int64(seconds)
        {
            var next = situation
            next[index] = Node()
            return take(Move(.refuses(node.operation, index), to: next))
        }
        let row = row(node.operation, in: situation)
        let verdict = book.verdict(node.operation, on: row, at: node.now)
        if verdict.write != 0, chapter.mutant == .answersBeforeCommit, verdict.outcome != .claimed {
            var next = situation
            let broken = audit(verdict, of: node, in: &next.truth)
            (node.stage, node.snapshot) = (.told, row)
            next[index] = node
            let event = Move.Event.answers(node.operation, verdict.outcome, index, heard: true)
            return take(Move(event, to: next, broken: broken))
        }
        guard verdict.write != 0, chapter.store == .compareAndSet else {
            return finish(verdict, situation, index, take)
        }
        (node.stage, node.snapshot) = (.decided, row)
        var next = situation
        next[index] = node
        take(Move(.reads(node.operation, index), to: next))
    }

    private func compareAndSet(_ situation: Situation, _ index: Int, _ take: (Move) -> Void) {
        var node = situation[index]
        let verdict = book.verdict(node.operation, on: node.snapshot, at: node.now)
        let isSame = row(node.operation, in: situation) == node.snapshot
        if isSame || chapter.mutant == .noVersion { return finish(verdict, situation, index, take) }
        if chapter.mutant == .lostWriteCounts {
            return finish(verdict, situation, index, isWritten: false, take)
        }
        (node.stage, node.snapshot) = (.arrived, 0)
        var next = situation
        next[index] = node
        take(Move(.loses(node.operation, index), to: next))
    }

    /// The provider gives a person for its code once; the person may have said no.
    private func askProvider(_ situation: Situation, _ index: Int, _ take: (Move) -> Void) {
        let truth = situation.truth
        let answers: [Operation] =
            switch (truth.isProviderCodeSpent, truth.asked) {
            case (true, _): [.settleFailed]
            case (false, 0): [.settleIssued, .settleDenied, .settleFailed]
            case (false, _): [.settleIssued, .settleFailed]
            }
        for answer in answers {
            var next = situation
            var broken: Promise?
            if answer != .settleDenied {
                next.truth.isProviderCodeSpent = true
                if !situation[index].isOrphan { next.truth.asked += 1 }
                if next.truth.asked > 1 { broken = .askedOnce }
            }
            next[index] = arriving(answer, in: situation)
            take(Move(.asksProvider(answer, index), to: next, broken: broken))
        }
    }

    /// Commits and answers. The answer may not be heard.
    private func finish(
        _ verdict: Verdict, _ situation: Situation, _ index: Int, isWritten: Bool = true,
        _ take: (Move) -> Void
    ) {
        let node = situation[index]
        var next = situation
        next[index] = Node()
        if isWritten { write(verdict, of: node.operation, into: &next) }
        if verdict.write != 0 { stamp(&next, node.now) }
        if chapter.mutant == .twoWrites, verdict.outcome == .replayed {
            next.grant = situation.grant
            next[index] = node
            next[index].stage = .halfDone
            next[index].snapshot = 0
            return take(Move(.commits(node.operation, index), to: next))
        }
        let broken = audit(verdict, of: node, in: &next.truth)
        if verdict.outcome == .claimed { next[index] = claimed(by: node, in: situation) }
        if verdict.outcome == .lost, situation.record == 0 {
            // The store forgot the claim: it is made again for the answer in hand.
            next[index] = arriving(.claim, in: situation)
            next[index].inHand = node.operation
        }
        if chapter.mutant == .retriesUnknownCommit, verdict.write != 0, !node.isRepeat {
            var again = next
            again[index] = node
            (again[index].stage, again[index].snapshot, again[index].isRepeat) = (.arrived, 0, true)
            take(Move(.commits(node.operation, index), to: again, broken: broken))
        }
        if node.operation.isSettlement, verdict.write != 0 {
            // The endpoint does not know that it was written, and settles again.
            var again = next
            again[index] = arriving(node.operation, in: situation)
            take(Move(.commits(node.operation, index), to: again, broken: broken))
        }
        let event = { (heard: Bool) in
            Move.Event.answers(node.operation, verdict.outcome, index, heard: heard)
        }
        var told = next
        // No browser waits past the time of its sign-in.
        let isWaiting = book.sample.pending.isLive(at: calendar.time(node.now))
        let surprise = isWaiting || node.operation.isRefresh ? hear(verdict, &told.truth) : nil
        if told != next { take(Move(event(false), to: next, broken: broken)) }
        take(Move(event(true), to: told, broken: broken ?? surprise))
    }

    /// A node with the claim asks the provider, unless it has an answer already.
    private func claimed(by node: Node, in situation: Situation) -> Node {
        if node.inHand != .none { return arriving(node.inHand, in: situation) }
        var node = Node()
        (node.operation, node.stage) = (.claim, .claimed)
        return node
    }

    /// A node that is about to ask the store.
    func arriving(_ operation: Operation, in situation: Situation) -> Node {
        var node = Node()
        node.operation = operation
        (node.now, node.peak) = (situation.clock, situation.peak)
        return node
    }

    /// What whoever asked makes of the answer.
    private func hear(_ verdict: Verdict, _ truth: inout Truth) -> Promise? {
        let heard: Truth.Answer
        switch verdict.outcome {
        case .answeredCode: heard = .code
        case .answeredError: heard = .error
        case .answeredFailed: heard = .failed
        case .rotated, .repeated:
            if chapter.isHonest { truth.held = verdict.generation }
            return nil
        default: return nil
        }
        let isNews = truth.heard != .none && truth.heard != heard
        truth.heard = heard
        return isNews ? .sameOutcome : nil
    }

    /// The store notes how late it is, where it looks at that.
    func stamp(_ situation: inout Situation, _ moment: UInt8) {
        if chapter.toleranceSeconds != nil { situation.stamp = max(situation.stamp, moment) }
    }

    /// One commit: of the record, the grant, or both.
    func write(_ verdict: Verdict, of operation: Operation, into situation: inout Situation) {
        guard verdict.write != 0 else { return }
        if operation.isRefresh {
            situation.grant = verdict.write
        } else {
            situation.record = verdict.write
        }
        switch verdict.grantChange {
        case .none: break
        case .insert: situation.grant = verdict.grant
        case .revoke: situation.grant = book.revoking(situation.grant)
        }
        let isVolatile =
            verdict.outcome == .claimed
            || (chapter.mutant == .volatileSettlement && operation.isSettlement)
            || (chapter.mutant == .volatileLapse && operation == .claim)
        if !isVolatile { situation.durable = situation.record }
    }
}
