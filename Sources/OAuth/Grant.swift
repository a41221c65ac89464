/// What a redeemed code gave for as long as its refresh tokens live: the family of those tokens.
package struct Grant: Sendable, Equatable {
    /// The transaction's.
    package let id: TransactionID
    package let clientID: ClientID
    /// The refresh token that is good now; the first is 1.
    package var generation: Int
    /// When it became the one.
    package var rotatedAt: Timestamp
    package var expiresAt: Timestamp
    package var revoked: Bool
    package let details: SignInDetails

    package init(
        id: TransactionID, clientID: ClientID, generation: Int = 1, rotatedAt: Timestamp,
        expiresAt: Timestamp, revoked: Bool = false, details: SignInDetails
    ) {
        self.id = id
        self.clientID = clientID
        self.generation = generation
        self.rotatedAt = rotatedAt
        self.expiresAt = expiresAt
        self.revoked = revoked
        self.details = details
    }
}
