import Glibc
import Settings

/// Writes for people. Colours only on a terminal, and never where `NO_COLOR` is set.
enum Terminal {
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case green = "32"
        case red = "31"
        case yellow = "33"
    }

    static func out(_ text: String) { write(text, to: STDOUT_FILENO) }

    static func err(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Why something was not done. It is one line, whatever words of others are in it.
    static func complain(_ problem: String) { err("homing: \(oneLine(problem))\n") }

    /// The text without anything that ends a line or steers a terminal.
    static func oneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// The text in a style, where standard output shows styles.
    static func styled(_ text: String, _ style: Style) -> String {
        guard showsStyles else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }

    private static let showsStyles = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil

    private static func write(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
    }
}

extension Terminal {
    /// The configuration of a command; nil after its faults were told.
    static func configuration(_ files: [String]) -> Configuration? {
        let reading = ConfigurationReading(files: files)
        guard let configuration = reading.configuration else {
            for fault in reading.faults where fault.severity == .fault { err(oneLine(fault.line) + "\n") }
            return nil
        }
        return configuration
    }
}
