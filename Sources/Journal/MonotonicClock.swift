import Glibc

/// The clock that durations are measured by: nanoseconds that never step, the same that requests are stamped with.
package enum MonotonicClock {
    package static let now: @Sendable () -> UInt64 = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
