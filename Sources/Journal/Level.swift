/// How much an event matters. A journal passes on what is at its own level or above.
package enum Level: Int, Sendable, Comparable, CaseIterable {
    case debug, info, warning, error

    /// The level of this name; nil for any other text.
    package init?(name: String) {
        guard let level = Level.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    package var name: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .warning: "warning"
        case .error: "error"
        }
    }

    package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}
