/// The Date field as it travels, made once a second (RFC 9110 section 6.6.1).
package struct DateLine: Sendable {
    /// `date: Sun, 06 Nov 1994 08:49:37 GMT` CR LF
    package let bytes: [UInt8]

    /// - Parameter seconds: since 1970-01-01T00:00:00Z.
    package init(unixSeconds seconds: Int64) {
        bytes = Array("date: ".utf8) + Array(Self.fixdate(seconds).utf8) + [13, 10]
    }

    /// The IMF-fixdate of a moment (RFC 9110 section 5.6.7).
    package static func fixdate(_ seconds: Int64) -> String {
        let second = Int(seconds.quotientAndRemainder(dividingBy: 86400).remainder)
        let days = Int(seconds / 86400)
        let (year, month, day) = civil(days)
        let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][days % 7]
        let monthName = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][month - 1]
        return weekday + ", " + two(day) + " " + monthName + " " + String(year) + " " + two(second / 3600)
            + ":"
            + two(second / 60 % 60) + ":" + two(second % 60) + " GMT"
    }

    /// The Gregorian date of a number of days since 1970-01-01, counted in eras of 400 years from March.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
}
