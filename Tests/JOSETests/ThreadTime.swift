import Glibc

/// How long this thread computed, in nanoseconds: what a bound on cost is held against, however busy the machine is.
enum ThreadTime {
    static func spent(on body: () throws -> Void) rethrows -> Int {
        let start = now()
        try body()
        return now() - start
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
