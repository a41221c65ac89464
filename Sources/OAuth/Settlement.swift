/// How the one who claimed a transaction ends their work.
package enum Settlement: Sendable {
    /// Somebody signed in. The ledger puts the subject that `identity` has, or gives it the proposed one.
    case issued(Issuance)
    /// The person said no, or the provider or we could not do it.
    case rejected(Rejection)
}

/// A sign-in that succeeded, before the ledger has said who it is.
package struct Issuance: Sendable {
    /// With the subject proposed for somebody new.
    package let details: SignInDetails
    /// Who they are at the provider.
    package let identity: Identity
    package let challenge: CodeChallenge
    package let codeExpiresAt: Timestamp
    package let handleExpiresAt: Timestamp

    /// A code and handles that live from `now`.
    package init(
        details: SignInDetails, identity: Identity, challenge: CodeChallenge, now: Timestamp,
        lifetimes: Lifetimes
    ) {
        self.details = details
        self.identity = identity
        self.challenge = challenge
        codeExpiresAt = now.adding(seconds: lifetimes.code)
        handleExpiresAt = now.adding(seconds: lifetimes.handle)
    }

    /// The subject proposed for somebody new.
    package var proposedSubject: Subject { details.subject }

    /// The phase that follows, for who they are here.
    package func issued(to subject: Subject) -> TransactionRecord.Issued {
        return TransactionRecord.Issued(
            challenge: challenge, codeExpiresAt: codeExpiresAt, handleExpiresAt: handleExpiresAt,
            details: details.of(subject))
    }
}
