import Codec
import FoundationEssentials
import HTTP

/// An answer as it travels: read back from the bytes that the server would send.
package struct Answer: Sendable {
    package let status: Int
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]
    /// Status line and fields as text.
    package let head: String

    init(_ reply: Response, to request: Request) {
        var wire: [UInt8] = []
        reply.append(to: &wire, form: AnswerForm(for: request), date: Self.date)
        self.init(wire: wire)
    }

    init(_ document: PreparedResponse, to request: Request) {
        var wire: [UInt8] = []
        document.append(to: &wire, for: request, form: AnswerForm(for: request), date: Self.date)
        self.init(wire: wire)
    }

    private static let date = DateLine(unixSeconds: 1_800_000_000)

    private init(wire: [UInt8]) {
        var end = 0
        while end + 4 <= wire.count, Array(wire[end..<end + 4]) != [13, 10, 13, 10] { end += 1 }
        head = String(decoding: wire[..<min(end, wire.count)], as: UTF8.self)
        body = Array(wire.dropFirst(end + 4))
        let lines = head.split(separator: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
        fields = lines.dropFirst().map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let value = line[colon...].dropFirst().drop { $0 == " " }
            return (String(line[..<colon]), String(value))
        }
    }

    /// The first value of a field.
    package subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }

    package func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    package var text: String { String(decoding: body, as: UTF8.self) }

    package var location: String? { self["location"] }

    /// The parameters of `Location`, form-decoded; the last one of a name.
    package var sent: [String: String] {
        guard let query = location?.split(separator: "?", maxSplits: 1).dropFirst().first,
            let form = try? Form(parsing: query.utf8)
        else { return [:] }
        return Dictionary(form.pairs.map { ($0.name, $0.value) }) { $1 }
    }

    /// A member of a JSON answer as text; lists by their elements with a space between them.
    package func member(_ name: String) -> String? { members[name] }

    package var members: [String: String] {
        let read = try? JSONDecoder().decode([String: Loose].self, from: Data(body))
        return (read ?? [:]).mapValues(\.text)
    }

    /// The `error` of a JSON answer.
    package var error: String? { member("error") }
}

/// A JSON value of any shape, as text.
package struct Loose: Decodable, Sendable {
    package let text: String

    package init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            text = ""
        } else if let value = try? single.decode(String.self) {
            text = value
        } else if let value = try? single.decode(Bool.self) {
            text = String(value)
        } else if let value = try? single.decode(Int.self) {
            text = String(value)
        } else if let values = try? single.decode([Loose].self) {
            text = values.map(\.text).joined(separator: " ")
        } else {
            text = (try single.decode([String: Loose].self)).map { "\($0)=\($1.text)" }.sorted().joined(
                separator: " ")
        }
    }
}
