import Codec

/// The words behind a command, taken out one flag at a time; what is left at the end was not known.
struct Flags {
    private var words: [String]
    private let command: Command

    init(_ words: [String], _ command: Command) {
        // `--flag=value` is `--flag value`.
        self.words = words.flatMap { word -> [String] in
            guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return [word] }
            return [String(word[..<equals]), String(word[word.index(after: equals)...])]
        }
        self.command = command
    }

    var asksForHelp: Bool { words.contains("--help") || words.contains("-h") }

    mutating func has(_ flag: String) -> Bool {
        guard let index = words.firstIndex(of: flag) else { return false }
        words.remove(at: index)
        return true
    }

    /// The value of a flag that may stand once.
    mutating func value(_ flag: String) throws(UsageFault) -> String? {
        let values = try values(flag)
        guard values.count < 2 else { throw fault("\(flag) stands twice") }
        return values.first
    }

    mutating func values(_ flag: String) throws(UsageFault) -> [String] {
        var values: [String] = []
        while let index = words.firstIndex(of: flag) {
            guard index + 1 < words.count, !words[index + 1].hasPrefix("--") else {
                throw fault("\(flag) needs a value")
            }
            values.append(words[index + 1])
            words.removeSubrange(index...index + 1)
        }
        return values
    }

    mutating func word(_ flag: String, among known: [String]) throws(UsageFault) -> String? {
        guard let value = try value(flag) else { return nil }
        guard known.contains(value) else {
            throw fault("\(flag) takes one of \(known.joined(separator: ", "))")
        }
        return value
    }

    mutating func port(_ flag: String) throws(UsageFault) -> UInt16? {
        guard let value = try value(flag) else { return nil }
        guard let port = DecimalDigits.parse(value, limit: 65_533), port > 0 else {
            throw fault("\(flag) takes a port from 1 to 65533")
        }
        return UInt16(port)
    }

    /// `--config FILE`, once or more.
    mutating func files() throws(UsageFault) -> [String] {
        let files = try values("--config")
        guard !files.isEmpty else { throw fault("--config FILE is missing") }
        return files
    }

    mutating func next() -> String? { words.isEmpty ? nil : words.removeFirst() }

    /// Everything must have been asked for.
    func finish() throws(UsageFault) {
        if let word = words.first { throw fault("\"\(word)\" is not known here") }
    }

    private func fault(_ problem: String) -> UsageFault { UsageFault(problem: problem, topic: command) }
}
