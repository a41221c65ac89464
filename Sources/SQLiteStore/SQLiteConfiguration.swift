import Store

/// Where the file lies and how it is treated.
package struct SQLiteConfiguration: Sendable {
    /// The path of the database file; its folder exists.
    package var path: String
    /// How long a lock that another process holds is waited for before a write fails, in milliseconds.
    package var busyMilliseconds: Int32
    /// Pages in the write-ahead log after which they are carried over into the file; 4 KiB each.
    package var checkpointPages: Int
    /// Connections that read; more than there are event loops are never used.
    package var readers: Int
    /// Pending transactions that may lie spilled at one time; further ones are refused as a full store.
    package var spilledRows: Int
    /// Is told of every read, write and commit.
    package var observe: (@Sendable (StoreTime) -> Void)?

    package init(
        path: String, busyMilliseconds: Int32 = 2_000, checkpointPages: Int = 4_000, readers: Int = 4,
        spilledRows: Int = 10_000, observe: (@Sendable (StoreTime) -> Void)? = nil
    ) {
        self.path = path
        self.busyMilliseconds = busyMilliseconds
        self.checkpointPages = checkpointPages
        self.readers = readers
        self.spilledRows = spilledRows
        self.observe = observe
    }
}
