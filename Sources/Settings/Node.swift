import FoundationEssentials

/// A value of a configuration file that remembers the file and the key path it came from.
struct Node {
    let file: String
    let path: String
    let value: Value

    indirect enum Value {
        case object([String: Node])
        case array([Node])
        case text(String)
        case number(Double)
        case bool(Bool)
        case null
    }

    /// What an operator calls this kind of value.
    var kind: String {
        switch value {
        case .object: "an object"
        case .array: "a list"
        case .text: "a string"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// How a fault names the text of this value: in quotes where it stands in the file, and not at all where it came
    /// from the environment or from a file of its own.
    func shown(_ text: String) -> String {
        if case .text = value { "\"\(text)\"" } else { "the value" }
    }

    /// Reads JSON5 text. Foundation says no line for a syntax error, so `SyntaxHint` looks for the likely place.
    static func parse(_ text: [UInt8], file: String) throws -> Node {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return try decoder.decode(Raw.self, from: Data(text)).placed(file: file, path: "")
    }
}

/// The JSON tree as Foundation decodes it, before it knows its place.
private indirect enum Raw: Decodable {
    case object([String: Raw]), array([Raw]), text(String), number(Double), bool(Bool), null

    init(from decoder: any Decoder) throws {
        if let object = try? [String: Raw](from: decoder) {
            self = .object(object)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let bool = try? single.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? single.decode(Double.self) {
            self = .number(number)
        } else if let text = try? single.decode(String.self) {
            self = .text(text)
        } else {
            self = .array(try single.decode([Raw].self))
        }
    }

    func placed(file: String, path: String) -> Node {
        let value: Node.Value
        switch self {
        case .object(let members):
            var placed: [String: Node] = [:]
            for (key, member) in members {
                placed[key] = member.placed(file: file, path: path.isEmpty ? key : "\(path).\(key)")
            }
            value = .object(placed)
        case .array(let items):
            value = .array(items.enumerated().map { $1.placed(file: file, path: "\(path)[\($0)]") })
        case .text(let text): value = .text(text)
        case .number(let number): value = .number(number)
        case .bool(let bool): value = .bool(bool)
        case .null: value = .null
        }
        return Node(file: file, path: path, value: value)
    }
}
