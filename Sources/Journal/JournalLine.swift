/// One record in the making. Whatever its values hold, it ends as exactly one line.
struct JournalLine {
    private(set) var bytes: [UInt8] = []
    private let format: JournalFormat

    init(_ format: JournalFormat, time: Int64, level: Level, message: StaticString) {
        self.format = format
        bytes.reserveCapacity(320)
        switch format {
        case .json:
            append("{\"ts\":\"")
            LogTime.append(time, to: &bytes)
            append("\",\"level\":\"")
            append(level.name)
            append("\",\"msg\":\"")
            append(message)
            append("\"")
        case .text:
            LogTime.append(time, to: &bytes, withDate: false)
            append(level.name.uppercased())
            pad(to: 21)
            append(message)
            pad(to: 38)
        }
    }

    /// Columns for people: spaces up to a column, one at least.
    private mutating func pad(to column: Int) {
        repeat { bytes.append(0x20) } while bytes.count < column
    }

    mutating func add(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        begin(key)
        if format == .text, Self.isPlainWord(value) { append(value) } else { quoted(value) }
    }

    mutating func add(_ key: StaticString, _ value: Untrusted?) {
        if let value { add(key, value.text) }
    }

    mutating func add(_ key: StaticString, _ value: Int) {
        begin(key)
        append(String(value))
    }

    /// Milliseconds with three decimals.
    mutating func add(_ key: StaticString, nanoseconds value: UInt64) {
        begin(key)
        let micros = value / 1000
        append(String(micros / 1000))
        append(".")
        for divisor: UInt64 in [100, 10, 1] {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: micros / divisor % 10))
        }
    }

    /// The whole line with its line feed.
    consuming func finished() -> [UInt8] {
        if format == .json { append("}") }
        while format == .text, bytes.last == 0x20 { bytes.removeLast() }
        append("\n")
        return bytes
    }

    private mutating func begin(_ key: StaticString) {
        if format == .json { append(",\"") } else if bytes.last != 0x20 { append(" ") }
        append(key)
        append(format == .json ? "\":" : "=")
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// A JSON string; in the text format as well, so that both escape alike.
    private mutating func quoted(_ text: String) {
        append("\"")
        if Self.isHarmless(text) {
            append(text)
        } else {
            for scalar in text.unicodeScalars { append(escaping: scalar) }
        }
        append("\"")
    }

    private mutating func append(escaping scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB:
            let digits = String(scalar.value, radix: 16)
            append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        default: append(String(scalar))
        }
    }

    /// Visible ASCII and spaces without quote and backslash: to be copied as it is.
    private static func isHarmless(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    }

    private static func isPlainWord(_ text: String) -> Bool {
        !text.isEmpty && isHarmless(text) && !text.utf8.contains(0x20)
            && !text.utf8.contains(UInt8(ascii: "="))
    }
}
