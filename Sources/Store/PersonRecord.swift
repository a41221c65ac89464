import OAuth

/// Everything that a ledger holds of one person.
package struct PersonRecord: Sendable, Equatable {
    /// One of a person's accounts at providers.
    package struct Account: Sendable, Equatable {
        /// Nil where the account was last used under a program that did not keep it.
        package let identity: Identity?
        package let createdAt: Timestamp

        package init(identity: Identity?, createdAt: Timestamp) {
            self.identity = identity
            self.createdAt = createdAt
        }
    }

    package let subject: Subject
    /// The oldest first.
    package var accounts: [Account] = []
    /// The transactions, issued or redeemed, that are not swept yet; the oldest first.
    package var signIns: [TransactionRecord] = []
    /// What refresh tokens stand for, the revoked ones too; the oldest first.
    package var grants: [Grant] = []

    package init(subject: Subject) { self.subject = subject }

    /// Nobody has this subject.
    package var isEmpty: Bool { accounts.isEmpty && signIns.isEmpty && grants.isEmpty }
}

/// How much of a person was forgotten.
package struct Forgotten: Sendable, Equatable {
    package var accounts: Int
    package var signIns: Int
    package var grants: Int

    package init(accounts: Int = 0, signIns: Int = 0, grants: Int = 0) {
        self.accounts = accounts
        self.signIns = signIns
        self.grants = grants
    }

    /// There was nobody of this subject.
    package var isNothing: Bool { self == Forgotten() }
}
