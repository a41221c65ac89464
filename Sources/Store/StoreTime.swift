import Glibc

/// What the store did and how long it took, in nanoseconds, and how much it holds; told on the thread that did it.
package enum StoreTime: Sendable {
    case read(nanoseconds: UInt64)
    /// As the caller saw it: its wait in the queue and the commit.
    case write(nanoseconds: UInt64)
    /// A transaction from its beginning until it was durable, and how many writes it carried.
    case commit(nanoseconds: UInt64, writes: Int)
    /// So many rows had outlived their time.
    case swept(table: Sweep.Table, rows: Int)
    /// After a pass over a table: its rows, and the bytes of all tables together.
    case holds(table: Sweep.Table, rows: Int, bytes: Int)
}

/// Measures by the monotonic clock.
package enum StoreClock {
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
