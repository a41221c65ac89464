import Glibc

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
