import HTTP

/// The cookie parser, which gets a Cookie field for each line: a name that stands twice has no value, and a value is
/// what stood there.
enum CookiesPromise {
    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let fields = FieldLines.fields(input, prefix: "cookie: ") else { return }
        let cookies = Cookies(fields)
        let names = cookies.names
        try promise(names.count <= 200, "not more cookies than the limit")
        let pieces = Set(
            input.split { [UInt8(ascii: ";"), UInt8(ascii: "\n")].contains($0) }.map { trimmed($0) })
        var seen: [String: Int] = [:]
        for name in names { seen[name, default: 0] += 1 }
        for (name, count) in seen {
            let value = cookies[name]
            try promise((value != nil) == (count == 1), "a name that stands twice has no value")
            guard let value else { continue }
            let isLegal = SetCookie(name: name, value: value, secure: true).isLegal
            try promise(isLegal, "a cookie that is read may be set")
            try promise(pieces.contains(Array("\(name)=\(value)".utf8)), "a value as it stood there")
        }
        guard let name = names.first, names.count < 200 else { return }
        let tossed = FieldLines.fields(input + Array("\n\(name)=tossed".utf8), prefix: "cookie: ")
        try promise(tossed.flatMap { Cookies($0)[name] } == nil, "a cookie tossed in takes no one's place")
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 }
        let front = bytes.drop(while: isBlank)
        return Array(front[..<(front.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? front.startIndex)])
    }
}
