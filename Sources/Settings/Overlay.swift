extension Node {
    /// This value with `later` laid over it: objects by key, lists of objects by their `id` or `client_id`,
    /// everything else replaced whole. Each part keeps the file it came from.
    func overlaid(by later: Node) -> Node {
        switch (value, later.value) {
        case _ where isReference || later.isReference: return later
        case (.object(let mine), .object(let theirs)):
            let merged = mine.merging(theirs) { $0.overlaid(by: $1) }
            return Node(file: later.file, path: later.path, value: .object(merged))
        case (.array(let mine), .array(let theirs)) where Self.areNamed(mine) && Self.areNamed(theirs):
            var merged = mine
            for item in theirs {
                if let index = merged.firstIndex(where: { $0.name == item.name }) {
                    merged[index] = merged[index].overlaid(by: item)
                } else {
                    merged.append(item)
                }
            }
            return Node(file: later.file, path: later.path, value: .array(merged))
        default:
            return later
        }
    }

    /// `{ env: … }` or `{ file: … }`, which stands for one text: the later one counts, whole.
    private var isReference: Bool {
        guard case .object(let members) = value, members.count == 1, let member = members.first else {
            return false
        }
        guard case .text = member.value.value else { return false }
        return member.key == "env" || member.key == "file"
    }

    private static func areNamed(_ items: [Node]) -> Bool { items.allSatisfy { $0.name != nil } }

    /// What a client or a provider goes by among its like.
    private var name: String? {
        guard case .object(let members) = value, let member = members["id"] ?? members["client_id"],
            case .text(let text) = member.value
        else { return nil }
        return text
    }
}
