import Glibc

/// Moments as the journal writes them: RFC 3339 in UTC with milliseconds.
enum LogTime {
    /// Milliseconds since 1970-01-01T00:00:00Z by the system's clock.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    static func text(milliseconds: Int64) -> String {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { two(Int($0)) }
        return date.map(two).joined(separator: "-") + "T" + time.joined(separator: ":") + "."
            + String(String(1000 + Int(milliseconds % 1000)).dropFirst()) + "Z"
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
