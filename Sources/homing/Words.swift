import FoundationEssentials

/// The words of the command line behind the executable's name.
enum Words {
    static var all: [String] {
        let known = CommandLine.arguments
        return Array((known.isEmpty ? reported : known).dropFirst())
    }

    /// The runtime finds the arguments beside the environment and finds none when a preloaded library has moved that by
    /// setting a variable. The system knows them too.
    private static var reported: [String] {
        let bytes = FileManager.default.contents(atPath: "/proc/self/cmdline") ?? Data()
        // Each ends with a NUL, so the last piece is none.
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
