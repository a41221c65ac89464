/// The first line of a request (RFC 9112 section 3): method, one space, target, one space, version.
enum RequestLine {
    /// No method that anybody implements is longer.
    private static let methodLength = 32

    /// Reads `line`, which begins where the head does and is without its line end.
    static func read(
        _ line: UnsafeBufferPointer<UInt8>, into layout: inout HeadLayout, _ facts: inout FramingFacts
    ) throws(Refusal) {
        guard let methodEnd = line.firstIndex(of: Octet.space), methodEnd > 0 else { throw .malformed }
        let method = UnsafeBufferPointer(rebasing: line[..<methodEnd])
        guard method.allSatisfy(Octet.isToken) else { throw .malformed }
        guard method.count <= methodLength else { throw .notImplemented }
        layout.method = Method(method)
        layout.isHTTP10 = try isHTTP10(line)
        let targetStart = methodEnd + 1
        let targetEnd = line.count - versionLength - 1
        guard targetEnd > targetStart else { throw .malformed }
        if layout.method == .connect { throw .notImplemented }
        try RequestTarget.locate(targetStart..<targetEnd, in: line, &layout, &facts)
    }

    /// Whether the line begins with a method of a length that may be one, and the space behind it.
    static func hasMethod(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.prefix(methodLength + 1).contains(Octet.space)
    }

    private static let versionLength = 8

    /// Reads the version at the end of the line: `HTTP/`, digit, dot, digit. A minor version that we do not know
    /// is read as 1.1 (RFC 9110 section 2.5).
    private static func isHTTP10(_ line: UnsafeBufferPointer<UInt8>) throws(Refusal) -> Bool {
        guard line.count > versionLength, line[line.count - versionLength - 1] == Octet.space else {
            throw .malformed
        }
        let version = UnsafeBufferPointer(rebasing: line[(line.count - versionLength)...])
        guard version[..<5].elementsEqual("HTTP/".utf8), version[6] == UInt8(ascii: "."),
            Octet.isDigit(version[5]), Octet.isDigit(version[7])
        else { throw .malformed }
        guard version[5] == UInt8(ascii: "1") else { throw .version }
        return version[7] == UInt8(ascii: "0")
    }
}
