/// What truly happened, kept by the checker beside the rows and in its own terms. Moments are 0 for never.
struct Truth: Hashable, Sendable {
    enum Answer: UInt8, Sendable { case none, code, error, failed }

    /// What the transaction came to, and when.
    var answer = Answer.none
    var answeredAt: UInt8 = 0
    /// When the code began to live, last.
    var renewedAt: UInt8 = 0
    /// The highest handle redeemed.
    var handle: UInt8 = 0
    var wrongVerifiers: UInt8 = 0
    var codeRedeemedAt: UInt8 = 0
    /// What the code gave was ended, by a replay or a reuse.
    var isEnded = false
    /// The current refresh token, and since when.
    var generation: UInt8 = 0
    var rotatedAt: UInt8 = 0
    /// The latest moment that the clock had shown by then.
    var rotatedPeak: UInt8 = 0
    /// How often the provider was asked, not counting what a loss of power undid.
    var asked: UInt8 = 0
    /// The provider has redeemed its code.
    var isProviderCodeSpent = false
    /// What the browser was told.
    var heard = Answer.none
    /// The refresh token that an honest app holds.
    var held: UInt8 = 0
    /// The transaction's row was swept away.
    var isForgotten = false

    func hash(into hasher: inout Hasher) {
        let moments =
            UInt64(answeredAt) << 32 | UInt64(renewedAt) << 24 | UInt64(codeRedeemedAt) << 16 | UInt64(
                rotatedAt) << 8 | UInt64(rotatedPeak)
        let counts =
            UInt64(answer.rawValue) << 40 | UInt64(handle) << 32 | UInt64(wrongVerifiers) << 24 | UInt64(
                generation) << 16 | UInt64(asked) << 8 | UInt64(held)
        hasher.combine(
            moments << 16 | UInt64(heard.rawValue) << 8 | (isForgotten ? 4 : 0) | (isEnded ? 1 : 0)
                | (isProviderCodeSpent ? 2 : 0))
        hasher.combine(counts)
    }
}
