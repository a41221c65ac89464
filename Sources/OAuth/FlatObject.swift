import Codec
import FoundationEssentials

/// The members of a JSON object that are texts. JSONDecoder keeps one of two equal names without a word; here the
/// object is refused, as a form with a parameter twice is.
struct FlatObject {
    let texts: [(name: String, value: String)]

    /// Nil for what is no JSON object in UTF-8 (RFC 8259 section 8.1), and for one that has a name twice.
    init?(_ bytes: [UInt8]) {
        // JSONDecoder reads UTF-16 and UTF-32 too, in which a count of colons would count something else.
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil,
            let members = try? JSONDecoder().decode([String: Lossy<String>].self, from: Data(bytes)),
            members.count == Self.memberCount(bytes)
        else { return nil }
        texts = members.compactMap { name, value in value.value.map { (name, $0) } }
    }

    /// How many members the outermost object has: its colons outside of texts and of inner values. `bytes` is
    /// known to be JSON.
    private static func memberCount(_ bytes: [UInt8]) -> Int {
        var count = 0
        var depth = 0
        var isText = false
        var isEscaped = false
        for byte in bytes {
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ":") where depth == 1: count += 1
            default: break
            }
        }
        return count
    }
}
