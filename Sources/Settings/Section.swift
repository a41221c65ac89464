/// Reads the members of one object and remembers which were asked for, so that `finish` can name the rest.
final class Section {
    let node: Node
    let log: FaultLog
    let secrets: SecretSource
    private let members: [String: Node]
    private var known: Set<String> = []

    /// Nil, with a fault, when the node is no object.
    init?(_ node: Node, _ log: FaultLog, _ secrets: SecretSource) {
        guard case .object(let members) = node.value else {
            log.fault(node, "is \(node.kind), not an object", mend: "write { … }")
            return nil
        }
        (self.node, self.log, self.secrets, self.members) = (node, log, secrets, members)
    }

    func member(_ key: String) -> Node? {
        known.insert(key)
        guard let member = members[key] else { return nil }
        if case .null = member.value { return nil }
        return member
    }

    func section(_ key: String) -> Section? { member(key).flatMap { Section($0, log, secrets) } }

    /// Whether a member is there; null is none.
    func has(_ key: String) -> Bool { member(key) != nil }

    /// Text, written out or taken from `{ env: … }` or `{ file: … }`.
    func text(_ key: String) -> String? {
        guard let node = member(key) else { return nil }
        return secrets.text(of: node, log)
    }

    /// Text that must be there.
    func required(_ key: String, example: String) -> String? {
        guard has(key) else {
            log.fault(child(key), "is missing", mend: "add \(key): \(example)")
            return nil
        }
        return text(key)
    }

    /// A whole number within a range.
    func number(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard let node = member(key) else { return nil }
        guard case .number(let number) = node.value, number.rounded() == number, abs(number) < 1e15 else {
            log.fault(
                node, "is \(node.kind), not a whole number",
                mend: "write a number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        guard range.contains(Int(number)) else {
            log.fault(
                node, "is out of range",
                mend: "write a number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return Int(number)
    }

    func bool(_ key: String) -> Bool? {
        guard let node = member(key) else { return nil }
        guard case .bool(let bool) = node.value else {
            log.fault(node, "is \(node.kind), not true or false", mend: "write true or false")
            return nil
        }
        return bool
    }

    /// A list; a lone value is taken as a list of one where `orOne` says so.
    func list(_ key: String, orOne: Bool = false) -> [Node]? {
        guard let node = member(key) else { return nil }
        if case .array(let items) = node.value { return items }
        if orOne { return [node] }
        log.fault(node, "is \(node.kind), not a list", mend: "write [ … ]")
        return nil
    }

    /// A list of texts, each with its node for later faults.
    func texts(_ key: String) -> [(node: Node, text: String)] {
        (list(key) ?? []).compactMap { node in secrets.text(of: node, log).map { (node, $0) } }
    }

    /// One of a closed set of words.
    func word<Word: RawRepresentable & CaseIterable>(_ key: String, _: Word.Type) -> Word?
    where Word.RawValue == String {
        guard let text = text(key), let node = member(key) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        let guess = Spelling.nearest(to: text, among: words)
        log.fault(
            node, "\(node.shown(text)) is not known here",
            mend: guess.map { "write \"\($0)\"" } ?? "write one of \(words.joined(separator: ", "))")
        return nil
    }

    /// The place where a member stands or would stand.
    func child(_ key: String) -> Node {
        members[key]
            ?? Node(file: node.file, path: node.path.isEmpty ? key : "\(node.path).\(key)", value: .null)
    }

    /// Names every member that nobody asked for, with the nearest known key as the mend.
    func finish() {
        for (key, member) in members.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
            let guess =
                Spelling.nearest(to: key, among: known.subtracting(members.keys))
                ?? Spelling.nearest(to: key, among: known)
            log.fault(
                member, "is not a known key",
                mend: guess.map { "did you mean \"\($0)\"?" }
                    ?? "remove it; known here: \(known.sorted().joined(separator: ", "))")
        }
    }
}
