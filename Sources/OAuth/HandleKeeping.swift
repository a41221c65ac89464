/// What keeps an answer for whoever brings a handle and the verifier: an issued sign-in, or a rejected one.
package protocol HandleKeeping: Sendable {
    var challenge: CodeChallenge { get }
    var handleExpiresAt: Timestamp { get }
    /// The last generation redeemed; 0 for none.
    var handleRedeemed: Int { get set }
    var wrongVerifiers: Int { get set }
}

extension TransactionRecord.Issued: HandleKeeping {}

extension HandleKeeping {
    /// Counts a wrong verifier, whether it came with the code or with a handle.
    /// - Returns: whether it was one too many.
    mutating func countWrongVerifier() -> Bool {
        wrongVerifiers += 1
        return wrongVerifiers >= TransactionMachine.wrongVerifierLimit
    }

    /// The standing of the handles of a transaction at `now`.
    func standing(of id: TransactionID, at now: Timestamp) -> HandleStanding {
        guard Lifespan(from: id.createdAt, until: handleExpiresAt).contains(now) else { return .expired }
        let secondsLeft = handleExpiresAt.seconds(since: now)
        guard handleRedeemed > 0 else { return .waiting(generation: 1, secondsLeft: secondsLeft) }
        let next = handleRedeemed + 1
        let isLast = next > TransactionRecord.handleGenerations
        return .pickedUp(next: isLast ? nil : next, secondsLeft: secondsLeft)
    }
}
