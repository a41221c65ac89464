import OAuth

/// Holds each answer against what truly happened, and notes what it changes.
extension World {
    private func isOver(_ moment: UInt8, seconds: Int, after start: UInt8) -> Bool {
        calendar.isOver(moment, milliseconds: Int64(seconds) * 1000, after: start)
    }

    /// - Returns: the promise that the answer breaks.
    func audit(_ verdict: Verdict, of node: Node, in truth: inout Truth) -> Promise? {
        switch node.operation {
        case .none: nil
        case .claim, .settleIssued, .settleFailed, .settleDenied: auditAnswer(verdict, node, &truth)
        case .handle1, .handle2, .handle3: auditHandle(verdict, node, &truth)
        case .wrongHandle: auditWrong(verdict, isGood: isHandleGood(3, node, truth), &truth)
        case .code: auditCode(verdict, node, &truth)
        case .wrongCode: auditWrong(verdict, isGood: isCodeGood(node, truth), &truth)
        case .refresh1, .refresh2, .refresh3, .refresh4: auditRefresh(verdict, node, &truth)
        }
    }

    private func auditAnswer(_ verdict: Verdict, _ node: Node, _ truth: inout Truth) -> Promise? {
        if node.operation == .claim {
            if verdict.write != 0, verdict.outcome == .answeredFailed {
                defer { truth.answer = .failed }
                return truth.answer == .none ? nil : .survives
            }
            return nil
        }
        guard verdict.write != 0 else { return nil }
        let before = truth.answer
        truth.answer = node.operation == .settleIssued ? .code : .error
        (truth.answeredAt, truth.renewedAt) = (node.now, node.now)
        switch before {
        case .none: return nil
        case .code where truth.answer == .code: return .oneCode
        case .code, .error: return .sameOutcome
        case .failed: return .failedStaysFailed
        }
    }

    private func isHandleGood(_ generation: UInt8, _ node: Node, _ truth: Truth) -> Bool {
        (truth.answer == .code || truth.answer == .error) && generation > truth.handle
            && truth.codeRedeemedAt == 0 && truth.wrongVerifiers < 5 && node.now != Calendar.hourBefore
            && !isOver(node.now, seconds: 300, after: truth.answeredAt)
    }

    private func auditHandle(_ verdict: Verdict, _ node: Node, _ truth: inout Truth) -> Promise? {
        let generation = node.operation.generation
        guard verdict.outcome == .redeemed else {
            return node.isRepeat || isHandleGood(generation, node, truth) ? .noFalseUsed : nil
        }
        defer {
            truth.handle = max(truth.handle, generation)
            if truth.answer == .code { truth.renewedAt = node.now }
        }
        if node.now == Calendar.hourBefore { return .noRevival }
        if truth.answer == .failed { return .failedStaysFailed }
        if generation == truth.handle { return .handleOnce }
        if generation < truth.handle { return .laterEndsEarlier }
        if truth.codeRedeemedAt != 0 { return .codeEndsHandles }
        if truth.wrongVerifiers >= 5 { return .fifthWrong }
        if isOver(node.now, seconds: 300, after: truth.answeredAt) { return .lifetimes }
        return isOver(node.peak, seconds: 360, after: truth.answeredAt) ? .noRevival : nil
    }

    private func isCodeGood(_ node: Node, _ truth: Truth) -> Bool {
        truth.answer == .code && truth.codeRedeemedAt == 0 && truth.wrongVerifiers < 5
            && node.now != Calendar.hourBefore && !isOver(node.now, seconds: 60, after: truth.renewedAt)
    }

    private func auditCode(_ verdict: Verdict, _ node: Node, _ truth: inout Truth) -> Promise? {
        let distance = calendar.distance(from: truth.codeRedeemedAt, to: node.now)
        let isTwin = truth.codeRedeemedAt != 0 && -60_000...800 ~= distance
        switch verdict.outcome {
        case .redeemed: return redeemed(node, &truth)
        case .replayed, .replayedAgain:
            defer { truth.isEnded = true }
            if truth.codeRedeemedAt == 0 { return .noFalseUsed }
            if isTwin { return .twinRevokesNothing }
            return verdict.outcome == .replayedAgain && !truth.isEnded ? .replayRevokes : nil
        default:
            if node.isRepeat || isCodeGood(node, truth) { return .noFalseUsed }
            return truth.codeRedeemedAt != 0 && !isTwin ? .replayRevokes : nil
        }
    }

    private func redeemed(_ node: Node, _ truth: inout Truth) -> Promise? {
        if node.now == Calendar.hourBefore { return .noRevival }
        let before = truth
        truth.codeRedeemedAt = node.now
        if chapter.offline {
            (truth.generation, truth.rotatedAt, truth.rotatedPeak) = (1, node.now, node.peak)
        }
        if before.answer != .code { return .failedStaysFailed }
        if before.codeRedeemedAt != 0 { return .codeOnce }
        if before.wrongVerifiers >= 5 { return .fifthWrong }
        if isOver(node.now, seconds: 60, after: before.renewedAt) { return .lifetimes }
        return isOver(node.peak, seconds: 120, after: before.renewedAt) ? .noRevival : nil
    }

    /// - Parameter isGood: with the right verifier it would have worked.
    private func auditWrong(_ verdict: Verdict, isGood: Bool, _ truth: inout Truth) -> Promise? {
        guard verdict.outcome == .refused else { return .wrongGivesNothing }
        if isGood { truth.wrongVerifiers += 1 }
        return isGood == (verdict.write != 0) ? nil : .fifthWrong
    }

    private func auditRefresh(_ verdict: Verdict, _ node: Node, _ truth: inout Truth) -> Promise? {
        let generation = node.operation.generation
        let isCurrent = generation == truth.generation
        let isGraced =
            generation + 1 == truth.generation && !isOver(node.now, seconds: 60, after: truth.rotatedAt)
        switch verdict.outcome {
        case .rotated:
            if truth.isEnded { return .revokedStaysDead }
            if !isCurrent { return .reuseEnds }
            (truth.generation, truth.rotatedAt, truth.rotatedPeak) = (generation + 1, node.now, node.peak)
            return verdict.generation == truth.generation ? nil : .sameSuccessor
        case .repeated:
            if truth.isEnded { return .revokedStaysDead }
            if !isGraced { return .reuseEnds }
            // What is late by its own clock the app may still repeat: it is nobody else's.
            if !chapter.isHonest, truth.rotatedAt != Calendar.hourBefore, node.peak > truth.rotatedPeak,
                isOver(node.peak, seconds: 120, after: truth.rotatedAt)
            {
                return .noRevival
            }
            return verdict.generation == truth.generation ? nil : .sameSuccessor
        case .reused:
            defer { truth.isEnded = true }
            if isCurrent || isGraced { return .nobodySignedOut }
            // An app goes two tokens on only when it heard two answers, which takes time.
            let isLate = generation + 2 > truth.generation || node.now == truth.rotatedAt
            return chapter.isHonest && !isLate ? .nobodySignedOut : nil
        case .unclear:
            // Nothing is given, ended or said: the clock stands before the rotation, and the app asks again.
            let distance = calendar.distance(from: truth.rotatedAt, to: node.now)
            let isRepeat = isGraced && distance >= -60_000
            return isCurrent || isRepeat || distance >= 0 ? .noFalseUsed : nil
        default: return truth.isEnded ? nil : .noFalseUsed
        }
    }
}
