import OAuth

/// Holds the rows against what truly happened, in every situation that is reached.
extension World {
    /// - Returns: the promise that the situation breaks.
    func broken(in situation: Situation) -> Promise? {
        // An answer that went out too early is judged by what becomes of it.
        if (0..<2).contains(where: { situation[$0].stage.rawValue > Node.Stage.claimed.rawValue }) {
            return nil
        }
        return recordFault(situation) ?? grantFault(situation)
            ?? book.strangerFault(record: situation.record, grant: situation.grant, at: situation.clock)
            ?? wayHomeFault(situation)
    }

    private func recordFault(_ situation: Situation) -> Promise? {
        let truth = situation.truth
        if truth.isForgotten { return nil }
        let facts = book.facts[Int(situation.record)]
        switch truth.answer {
        case .none: return facts.phase == .none || facts.phase == .processing ? nil : .survives
        case .failed: return facts.phase == .lapsed ? nil : .failedStaysFailed
        case .code, .error: break
        }
        if truth.codeRedeemedAt != 0 { return facts.phase == .redeemed ? nil : .survives }
        if (truth.wrongVerifiers >= 5) != (facts.phase == .exhausted) {
            return facts.phase == .exhausted ? .fifthWrong : truth.wrongVerifiers > 5 ? nil : .fifthWrong
        }
        if facts.phase == .exhausted { return nil }
        guard facts.phase == (truth.answer == .code ? .issued : .rejected) else { return .survives }
        if facts.wrongVerifiers != truth.wrongVerifiers { return .fifthWrong }
        return facts.handle == truth.handle ? nil : .survives
    }

    private func grantFault(_ situation: Situation) -> Promise? {
        let truth = situation.truth
        if truth.isForgotten { return nil }
        guard truth.codeRedeemedAt != 0 else { return situation.grant == 0 ? nil : .survives }
        if chapter.offline {
            guard let grant = book.grants[Int(situation.grant)] else { return .survives }
            if grant.generation != Int(truth.generation) { return .survives }
        }
        let stands = book.stands(record: situation.record, grant: situation.grant, at: situation.clock)
        if truth.isEnded { return stands ? .revokedStaysDead : nil }
        return stands ? nil : .survives
    }

    /// From here the app can reach its tokens, or hear that there are none.
    private func wayHomeFault(_ situation: Situation) -> Promise? {
        let truth = situation.truth
        if truth.answer == .none {
            // Whoever holds the claim may be gone: the browser that asks again after the lease hears so.
            return book.isAnsweredInTheEnd(situation.record) ? nil : .wayHome
        }
        let isOpen =
            !truth.isForgotten && (truth.answer == .code || truth.answer == .error)
            && truth.codeRedeemedAt == 0
            && truth.wrongVerifiers < 5 && truth.handle < 3 && situation.clock != Calendar.hourBefore
            && !calendar.isOver(situation.clock, milliseconds: 300_000, after: truth.answeredAt)
        let leads = book.leadsHome(situation.record, at: situation.clock)
        return isOpen && !leads ? .wayHome : nil
    }
}
