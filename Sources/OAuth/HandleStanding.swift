/// What the recovery page may say of a sign-in: what is known and no more.
package enum HandleStanding: Sendable, Equatable {
    /// The app has not come yet. `generation` is the handle to offer.
    case waiting(generation: Int, secondsLeft: Int)
    /// The app took a handle and has not redeemed the code. `next` is the handle to offer in case the answer
    /// was lost, nil when all are used.
    case pickedUp(next: Int?, secondsLeft: Int)
    /// The app redeemed the code.
    case completed
    /// Nothing is left to do here.
    case expired
}

extension TransactionRecord {
    /// How many handles a transaction has in all.
    package static let handleGenerations = 3

    /// The standing at `now`.
    package func handleStanding(at now: Timestamp) -> HandleStanding {
        switch phase {
        case .redeemed: return .completed
        case .processing, .ended: return .expired
        case .issued(let issued): return issued.standing(of: id, at: now)
        case .rejected(let rejection): return rejection.standing(of: id, at: now)
        }
    }

    /// Whether what waits for the app is an error.
    package var isRejected: Bool {
        if case .rejected = phase { return true }
        return false
    }
}
