import Codec

/// The words behind a command, taken out one flag at a time; what is left at the end was not known.
struct Flags {
    private struct Word {
        enum Kind {
            case flag
            /// What stood behind the `=` of a flag, whatever it looks like.
            case value
            case name
        }

        let kind: Kind
        let text: String
    }

    private var words: [Word]
    private let command: Command

    /// `--flag=value` is `--flag value`; behind a bare `--` all are names.
    init(_ words: [String], _ command: Command) {
        let end = words.firstIndex(of: "--") ?? words.count
        self.words =
            words[..<end].flatMap { Self.taken($0) }
            + words[end...].dropFirst().map { Word(kind: .name, text: $0) }
        self.command = command
    }

    /// A name may begin with a dash, a flag that nobody knows must not pass for a name.
    private static func taken(_ word: String) -> [Word] {
        guard word.hasPrefix("--") else {
            let isShort = word.utf8.count == 2 && word.hasPrefix("-")
            return [Word(kind: isShort ? .flag : .name, text: word)]
        }
        guard let equals = word.firstIndex(of: "=") else { return [Word(kind: .flag, text: word)] }
        return [
            Word(kind: .flag, text: String(word[..<equals])),
            Word(kind: .value, text: String(word[word.index(after: equals)...])),
        ]
    }

    var asksForHelp: Bool { words.contains { $0.kind == .flag && ($0.text == "--help" || $0.text == "-h") } }

    mutating func has(_ flag: String) -> Bool {
        guard let index = index(of: flag) else { return false }
        words.remove(at: index)
        return true
    }

    private func index(of flag: String) -> Int? { words.firstIndex { $0.kind == .flag && $0.text == flag } }

    /// The value of a flag that may stand once.
    mutating func value(_ flag: String) throws(UsageFault) -> String? {
        let values = try values(flag)
        guard values.count < 2 else { throw fault("\(flag) stands twice") }
        return values.first
    }

    mutating func values(_ flag: String) throws(UsageFault) -> [String] {
        var values: [String] = []
        while let index = index(of: flag) {
            guard index + 1 < words.count, words[index + 1].kind != .flag else {
                throw fault("\(flag) needs a value")
            }
            values.append(words[index + 1].text)
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

    /// The next name; nil when nothing is left.
    mutating func next() throws(UsageFault) -> String? {
        guard let index = words.firstIndex(where: { $0.kind == .name }) else {
            try finish()
            return nil
        }
        return words.remove(at: index).text
    }

    /// Everything must have been asked for.
    func finish() throws(UsageFault) {
        if let word = words.first { throw unknown(word) }
    }

    private func unknown(_ word: Word) -> UsageFault { fault("\"\(word.text)\" is not known here") }

    private func fault(_ problem: String) -> UsageFault { UsageFault(problem: problem, topic: command) }
}
