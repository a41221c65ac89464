/// Reads JSON by the letter of RFC 8259. Every function leaves `next` behind what it read, or gives nil.
struct JSONScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var next: Int
    private var depth = 0

    static func value(of bytes: UnsafeBufferPointer<UInt8>) -> JSONValue? {
        var scan = JSONScan(bytes)
        guard let value = scan.value() else { return nil }
        scan.skipBlanks()
        return scan.next == bytes.count ? value : nil
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        next = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private var byte: UInt8? { next < bytes.count ? bytes[next] : nil }

    private mutating func skipBlanks() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { next += 1 }
    }

    /// Takes this byte, if it is the next one that is no blank.
    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard byte == UInt8(ascii: wanted) else { return false }
        next += 1
        return true
    }

    private mutating func take(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - next >= count else { return false }
        for index in 0..<count where bytes[next + index] != word.utf8Start[index] { return false }
        next += count
        return true
    }

    private mutating func value() -> JSONValue? {
        skipBlanks()
        guard let byte else { return nil }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < 64 else { return nil }
            depth += 1
            defer { depth -= 1 }
            return byte == UInt8(ascii: "{") ? object() : list()
        case UInt8(ascii: "\""): return text().map(JSONValue.text)
        case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
        case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
        default: return number().map(JSONValue.number)
        }
    }

    private mutating func object() -> JSONValue? {
        next += 1
        var members: [(name: String, value: JSONValue)] = []
        if take("}") { return .object(members) }
        members.reserveCapacity(12)
        repeat {
            skipBlanks()
            guard let name = text(), take(":"), let value = value() else { return nil }
            members.append((name, value))
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    private mutating func list() -> JSONValue? {
        next += 1
        var values: [JSONValue] = []
        if take("]") { return .list(values) }
        repeat {
            guard let value = value() else { return nil }
            values.append(value)
        } while take(",")
        return take("]") ? .list(values) : nil
    }

    /// A string (section 7), from quote to quote.
    private mutating func text() -> String? {
        guard byte == UInt8(ascii: "\"") else { return nil }
        next += 1
        let start = next
        while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { next += 1 }
        let plain = UnsafeBufferPointer(rebasing: bytes[start..<next])
        guard byte != UInt8(ascii: "\"") else {
            next += 1
            return String(utf8: plain)
        }
        return escapedText(beginning: Array(plain))
    }

    /// The rest of a string that holds an escape.
    private mutating func escapedText(beginning: [UInt8]) -> String? {
        var text = beginning
        while let byte, byte >= 0x20 {
            next += 1
            if byte == UInt8(ascii: "\"") { return text.withUnsafeBufferPointer { String(utf8: $0) } }
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
            } else {
                guard let scalar = escape() else { return nil }
                text.append(contentsOf: String(scalar).utf8)
            }
        }
        return nil
    }

    private mutating func escape() -> Unicode.Scalar? {
        guard let byte else { return nil }
        next += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unit().flatMap { codeUnit in scalar(of: codeUnit) }
        default: return nil
        }
    }

    /// A UTF-16 code unit, or the pair of which it is the first half; a lone half is none.
    private mutating func scalar(of unit: UInt32) -> Unicode.Scalar? {
        guard 0xD800...0xDBFF ~= unit else { return Unicode.Scalar(unit) }
        guard take(word: "\\u"), let low = self.unit(), 0xDC00...0xDFFF ~= low else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func unit() -> UInt32? {
        guard bytes.count - next >= 4 else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[next..<next + 4] {
            guard let digit = Hex.digit(byte) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        next += 4
        return unit
    }

    /// A number (section 6).
    private mutating func number() -> Double? {
        let start = next
        if byte == UInt8(ascii: "-") { next += 1 }
        let first = next
        guard let whole = digits(), whole == 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
        var isWhole = true
        if byte == UInt8(ascii: ".") {
            next += 1
            isWhole = false
            guard digits() != nil else { return nil }
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            next += 1
            isWhole = false
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { next += 1 }
            guard digits() != nil else { return nil }
        }
        let spelled = UnsafeBufferPointer(rebasing: bytes[start..<next])
        // Up to here every whole number is a Double.
        if isWhole, first == start, whole <= 15 { return DecimalDigits.parse(utf8: spelled).map(Double.init) }
        return Double(String(decoding: spelled, as: UTF8.self))
    }

    /// How many digits there were, one at least.
    private mutating func digits() -> Int? {
        let start = next
        while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { next += 1 }
        return next > start ? next - start : nil
    }
}
