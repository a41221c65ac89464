import HTTP

/// A page taken apart as a browser would: tags with their attributes, and the text between.
struct Markup {
    struct Tag: Equatable {
        let name: String
        let attributes: [(name: String, value: String)]

        subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

        /// What must not change with the text that is shown: the names, not the values.
        static func == (one: Tag, other: Tag) -> Bool {
            one.name == other.name && one.attributes.map(\.name) == other.attributes.map(\.name)
        }
    }

    private(set) var tags: [Tag] = []
    private(set) var text = ""
    /// What stands between `<style>` and `</style>`, one element each.
    private(set) var styles: [String] = []

    init(_ page: Response) { self.init(page.body) }

    init(_ page: [UInt8]) {
        var rest = page[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            text += Self.string(rest[..<open]) + " "
            rest = rest[(open + 1)...]
            let tag = Self.tag(&rest)
            tags.append(tag)
            if tag.name == "style" {
                let end = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
                styles.append(Self.string(rest[..<end]))
                rest = rest[end...]
            }
        }
        text += Self.string(rest)
    }

    func all(_ name: String) -> [Tag] { tags.filter { $0.name == name } }

    private static func tag(_ rest: inout ArraySlice<UInt8>) -> Tag {
        let name = take(&rest) { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
        var attributes: [(String, String)] = []
        while let next = rest.first, next != UInt8(ascii: ">") {
            if next == UInt8(ascii: " ") || next == UInt8(ascii: "/") {
                rest = rest.dropFirst()
                continue
            }
            let attribute = take(&rest) { !" =>".utf8.contains($0) }
            var value = ""
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst()
                if rest.first == UInt8(ascii: "\"") {
                    rest = rest.dropFirst()
                    let end = rest.firstIndex(of: UInt8(ascii: "\"")) ?? rest.endIndex
                    value = string(rest[..<end])
                    rest = rest[end...]
                    rest = rest.dropFirst()
                } else {
                    value = take(&rest) { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
                }
            }
            attributes.append((attribute, value))
        }
        rest = rest.dropFirst()
        return Tag(name: name.lowercased(), attributes: attributes)
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, while condition: (UInt8) -> Bool) -> String {
        let taken = rest.prefix(while: condition)
        rest = rest[taken.endIndex...]
        return string(taken)
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
