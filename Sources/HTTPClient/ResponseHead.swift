import HTTP

/// The fields of a received head. libcurl has split the lines; what is no field that we could name, or no ASCII, is
/// left out.
enum ResponseHead {
    static func fields(_ head: [UInt8]) -> Fields {
        var fields = Fields()
        for line in head.split(separator: UInt8(ascii: "\n")).dropFirst() {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = FieldName(String(decoding: line[..<colon], as: UTF8.self))
            else { continue }
            let value = trimmed(line[line.index(after: colon)...])
            guard value.allSatisfy(isVisible) else { continue }
            fields.append(name, String(decoding: value, as: UTF8.self))
        }
        return fields
    }

    /// The first value of one field, without reading the others.
    static func value(of name: FieldName, in head: [UInt8]) -> String? {
        let wanted = name.text.utf8
        for line in head.split(separator: UInt8(ascii: "\n")).dropFirst() {
            let colon = line.startIndex + wanted.count
            guard colon < line.endIndex, line[colon] == UInt8(ascii: ":"),
                line[..<colon].elementsEqual(wanted, by: { isLetter($0, $1) })
            else { continue }
            let value = trimmed(line[(colon + 1)...])
            if value.allSatisfy(isVisible) { return String(decoding: value, as: UTF8.self) }
        }
        return nil
    }

    /// Whether a byte is this one, which is no capital, its case aside.
    private static func isLetter(_ byte: UInt8, _ lower: UInt8) -> Bool {
        byte == lower || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte && byte | 0x20 == lower
    }

    private static func isVisible(_ byte: UInt8) -> Bool {
        0x20...0x7E ~= byte || byte == UInt8(ascii: "\t")
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
        }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }
}
