import HTTP

/// Requests around field lines, which only the parser can make of raw bytes.
enum FieldLines {
    /// The fields of a request with a line for each line of `input`, each behind `prefix`; nil when it is refused.
    static func fields(_ input: [UInt8], prefix: String = "") -> Fields? {
        var head = Array("GET / HTTP/1.1\r\nhost: a.example\r\n".utf8)
        for line in input.split(separator: UInt8(ascii: "\n")) {
            head += Array(prefix.utf8) + line + [13, 10]
        }
        var parser = RequestParser()
        let step = parser.parse(head + [13, 10])
        guard case .request(let request) = step.event else { return nil }
        return request.fields
    }
}
