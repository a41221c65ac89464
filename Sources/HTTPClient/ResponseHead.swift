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
            guard value.allSatisfy({ 0x20...0x7E ~= $0 || $0 == UInt8(ascii: "\t") }) else { continue }
            fields.append(name, String(decoding: value, as: UTF8.self))
        }
        return fields
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
