/// Guesses where a JSON5 text went wrong, since Foundation's decoder names no line: the first bracket that does
/// not fit, the first string that does not end, or the last bracket left open.
enum SyntaxHint {
    static func find(in text: [UInt8]) -> String {
        var line = 1
        var open: [(bracket: UInt8, line: Int)] = []
        var index = 0
        while index < text.count {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = endOfString(text, from: index) else {
                    return "line \(line): a string that does not end"
                }
                index = end
            case UInt8(ascii: "/") where index + 1 < text.count && text[index + 1] == UInt8(ascii: "/"):
                while index + 1 < text.count, text[index + 1] != UInt8(ascii: "\n") { index += 1 }
            case UInt8(ascii: "/") where index + 1 < text.count && text[index + 1] == UInt8(ascii: "*"):
                let start = line
                index += 2
                while index + 1 < text.count,
                    !(text[index] == UInt8(ascii: "*") && text[index + 1] == UInt8(ascii: "/"))
                {
                    if text[index] == UInt8(ascii: "\n") { line += 1 }
                    index += 1
                }
                guard index + 1 < text.count else { return "line \(start): a comment that does not end" }
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append((byte, line))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                let wanted: UInt8 = byte == UInt8(ascii: "}") ? UInt8(ascii: "{") : UInt8(ascii: "[")
                guard let last = open.popLast(), last.bracket == wanted else {
                    return "line \(line): \"\(Character(UnicodeScalar(byte)))\" closes nothing that is open"
                }
            default: break
            }
            index += 1
        }
        if let last = open.last {
            return "line \(last.line): \"\(Character(UnicodeScalar(last.bracket)))\" is never closed"
        }
        return "look for a missing comma or colon"
    }

    /// The index of the closing quote, or nil when the line or the text ends first.
    private static func endOfString(_ text: [UInt8], from start: Int) -> Int? {
        var index = start + 1
        while index < text.count {
            switch text[index] {
            case text[start]: return index
            case UInt8(ascii: "\n"): return nil
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return nil
    }
}
