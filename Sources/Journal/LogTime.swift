import Glibc

/// Moments as the journal writes them: RFC 3339 in UTC with milliseconds.
enum LogTime {
    /// Milliseconds since 1970-01-01T00:00:00Z by the system's clock.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// Appends `1994-11-06T08:49:37.042Z`, or the time of the day alone.
    static func append(_ milliseconds: Int64, to bytes: inout [UInt8], withDate: Bool = true) {
        let (day, rest) = (max(0, milliseconds) / 86_400_000, Int(max(0, milliseconds) % 86_400_000))
        if withDate {
            let (year, month, dayOfMonth) = date(Int(day))
            append(year, 4, "-", to: &bytes)
            append(month, 2, "-", to: &bytes)
            append(dayOfMonth, 2, "T", to: &bytes)
        }
        append(rest / 3_600_000, 2, ":", to: &bytes)
        append(rest / 60_000 % 60, 2, ":", to: &bytes)
        append(rest / 1000 % 60, 2, ".", to: &bytes)
        append(rest % 1000, 3, withDate ? "Z" : " ", to: &bytes)
    }

    private static func append(
        _ number: Int, _ digits: Int, _ end: Unicode.Scalar, to bytes: inout [UInt8]
    ) {
        var divisor = digits == 4 ? 1000 : digits == 3 ? 100 : 10
        while divisor > 0 {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: number / divisor % 10))
            divisor /= 10
        }
        bytes.append(UInt8(ascii: end))
    }

    /// The civil date of a day since 1970, counted in years that begin in March, so that leap days come last.
    private static func date(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
