import Store

/// Where the server is and how it is treated.
package struct PostgresConfiguration: Sendable {
    /// A connection URI, `postgresql://…`. It may hold a password: it is never shown.
    package var url: String
    /// How long one statement may take on the server, in milliseconds.
    package var statementMilliseconds: Int
    /// How long a lock that another process holds is waited for, in milliseconds.
    package var lockMilliseconds: Int
    /// After so long without an answer a connection counts as lost.
    package var answerMilliseconds: Int
    /// How long calls wait for a connection that is not there, in milliseconds.
    package var patienceMilliseconds: Int
    /// Pending transactions that may lie spilled at one time; further ones are refused as a full store. Counted once
    /// a second, so that what several processes spill within one comes on top.
    package var spilledRows: Int
    /// Is told of every read, write and commit.
    package var observe: (@Sendable (StoreTime) -> Void)?

    package init(
        url: String, statementMilliseconds: Int = 3_000, lockMilliseconds: Int = 2_000,
        answerMilliseconds: Int = 4_000, patienceMilliseconds: Int = 1_000, spilledRows: Int = 10_000,
        observe: (@Sendable (StoreTime) -> Void)? = nil
    ) {
        self.url = url
        self.statementMilliseconds = statementMilliseconds
        self.lockMilliseconds = lockMilliseconds
        self.answerMilliseconds = answerMilliseconds
        self.patienceMilliseconds = patienceMilliseconds
        self.spilledRows = spilledRows
        self.observe = observe
    }
}
