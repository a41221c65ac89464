import EventLoop
import Glibc
import HTTP

/// The Date line of this second, made once for all answers of a loop.
struct CachedDate {
    private var line = DateLine(unixSeconds: 0)
    private var endsAt = MonotonicTime(nanoseconds: 0)

    mutating func line(at now: MonotonicTime) -> DateLine {
        if now >= endsAt { refresh(at: now) }
        return line
    }

    private mutating func refresh(at now: MonotonicTime) {
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        line = DateLine(unixSeconds: Int64(max(0, wall.tv_sec)))
        endsAt = MonotonicTime(nanoseconds: now.nanoseconds + 1_000_000_000 - UInt64(wall.tv_nsec))
    }
}
