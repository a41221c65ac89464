/// How long things live, in seconds.
package struct Lifetimes: Sendable, Equatable {
    /// From the authorization request to the provider's answer.
    package var transaction = 600
    /// An authorization code, from its issue and again from each redeemed handle.
    package var code = 60
    /// The handles of a transaction, all together, from the issue of the code.
    package var handle = 300
    package var accessToken = 300
    /// A refresh token that is not used.
    package var refreshToken = 2_592_000
    /// How long the refresh token before the current one still gets the current one; 0: not at all.
    package var refreshGrace = 60
    package var session = 28_800
    /// For how long a key signs before its successor does.
    package var signingKey = 7_776_000

    package init() {}

    /// How long a transaction's row must be kept from its claim: until the last token that depends on it alone is
    /// over, so that a replay is told from garbage and a revocation is seen.
    package var record: Int { handle + code + accessToken + 10 * Lifespan.leewaySeconds }
}
