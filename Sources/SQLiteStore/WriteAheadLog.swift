import CSQLite

/// How long the write-ahead log of a connection has grown, as SQLite tells after each commit.
struct WriteAheadLog: ~Copyable {
    private struct Pages {
        var now: CInt = 0
        /// At the last checkpoint; the log begins again when everything was carried over.
        var marked: CInt = 0
    }

    /// Behind an address, because SQLite's hook writes to it. It outlives the connection's last commit.
    private let pages = UnsafeMutablePointer<Pages>.allocate(capacity: 1)

    init(of connection: borrowing Connection) {
        pages.initialize(to: Pages())
        sqlite3_wal_hook(
            connection.raw,
            { context, _, _, count in
                guard let pages = context?.assumingMemoryBound(to: Pages.self) else { return SQLITE_OK }
                pages.pointee.now = count
                if count < pages.pointee.marked { pages.pointee.marked = 0 }
                return SQLITE_OK
            }, pages)
    }

    deinit { pages.deallocate() }

    /// Pages since the last mark.
    var gain: Int { Int(pages.pointee.now - pages.pointee.marked) }

    /// Counts from here.
    borrowing func mark() { pages.pointee.marked = pages.pointee.now }
}
