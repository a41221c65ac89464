/// The row of one sign-in: whose it is, and the one phase that it is in. Each phase has its own fields alone.
package struct TransactionRecord: Sendable, Equatable {
    package let id: TransactionID
    package let clientID: ClientID
    /// When the row may be forgotten.
    package let keepUntil: Timestamp
    package var phase: Phase

    package init(id: TransactionID, clientID: ClientID, keepUntil: Timestamp, phase: Phase) {
        self.id = id
        self.clientID = clientID
        self.keepUntil = keepUntil
        self.phase = phase
    }

    package enum Phase: Sendable, Equatable {
        /// Claimed by somebody who asks the provider, until the lease is over.
        case processing(leaseUntil: Timestamp)
        /// There is a code, not yet redeemed.
        case issued(Issued)
        /// The code was redeemed.
        case redeemed(Redeemed)
        /// There is an error in place of a code; the app may come for it.
        case rejected(Rejection)
        /// There never was an answer, or it is dead.
        case ended(Ending)
    }

    package struct Issued: Sendable, Equatable {
        package let challenge: CodeChallenge
        package var codeExpiresAt: Timestamp
        /// One end for all handles.
        package let handleExpiresAt: Timestamp
        /// The last generation redeemed, 0 for none.
        package var handleRedeemed: Int
        /// With code or handle.
        package var wrongVerifiers: Int
        package let details: SignInDetails

        package init(
            challenge: CodeChallenge, codeExpiresAt: Timestamp, handleExpiresAt: Timestamp,
            handleRedeemed: Int = 0, wrongVerifiers: Int = 0, details: SignInDetails
        ) {
            self.challenge = challenge
            self.codeExpiresAt = codeExpiresAt
            self.handleExpiresAt = handleExpiresAt
            self.handleRedeemed = handleRedeemed
            self.wrongVerifiers = wrongVerifiers
            self.details = details
        }
    }

    package struct Redeemed: Sendable, Equatable {
        package let at: Timestamp
        /// Kept so that only who can prove to be the app can revoke by a replay.
        package let challenge: CodeChallenge
        /// Whether what the redemption gave is no longer good.
        package var revoked: Bool
        package let details: SignInDetails

        package init(at: Timestamp, challenge: CodeChallenge, revoked: Bool = false, details: SignInDetails) {
            self.at = at
            self.challenge = challenge
            self.revoked = revoked
            self.details = details
        }
    }

    package enum Ending: Sendable, Equatable {
        /// The lease ended before an outcome was settled.
        case lapsed
        /// Too many wrong verifiers.
        case exhausted
    }

    /// What the sign-in is remembered by, while there is something to give for it.
    package var details: SignInDetails? {
        switch phase {
        case .issued(let issued): issued.details
        case .redeemed(let redeemed): redeemed.details
        case .processing, .rejected, .ended: nil
        }
    }
}
