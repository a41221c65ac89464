import Codec

extension RequestTarget {
    /// Finds path and query of the target at `view` of the request line: origin form, absolute form, or the
    /// asterisk of OPTIONS (RFC 9112 section 3.2).
    static func locate(
        _ view: Range<Int>, in line: UnsafeBufferPointer<UInt8>, _ layout: inout HeadLayout,
        _ facts: inout FramingFacts
    ) throws(Refusal) {
        var start = view.lowerBound
        if line[start] == UInt8(ascii: "*"), view.count == 1, layout.method == .options {
            layout.path = view
            return
        }
        if line[start] != Octet.slash {
            let authority = try authority(view, in: line)
            facts.targetAuthority = authority
            start = authority.upperBound
        }
        var end = start
        while end < view.upperBound, line[end] != Octet.question { end += 1 }
        try checkPath(UnsafeBufferPointer(rebasing: line[start..<end]))
        layout.path = start..<end
        guard end < view.upperBound else { return }
        for index in (end + 1)..<view.upperBound where !Octet.isQuery(line[index]) { throw .malformed }
        layout.query = (end + 1)..<view.upperBound
    }

    /// The authority of an absolute target.
    private static func authority(
        _ view: Range<Int>, in line: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) -> Range<Int> {
        let start: Int
        if view.count > 7,
            Octet.equal(
                UnsafeBufferPointer(rebasing: line[view.lowerBound..<(view.lowerBound + 7)]), "http://")
        {
            start = view.lowerBound + 7
        } else if view.count > 8,
            Octet.equal(
                UnsafeBufferPointer(rebasing: line[view.lowerBound..<(view.lowerBound + 8)]), "https://")
        {
            start = view.lowerBound + 8
        } else {
            throw .malformed
        }
        var end = start
        while end < view.upperBound, line[end] != Octet.slash, line[end] != Octet.question { end += 1 }
        guard Authority.isValid(UnsafeBufferPointer(rebasing: line[start..<end])) else { throw .malformed }
        return start..<end
    }

    /// Characters of RFC 3986, whole escapes, and none of a control character.
    private static func checkPath(_ path: UnsafeBufferPointer<UInt8>) throws(Refusal) {
        var index = 0
        while index < path.count {
            guard Octet.isPath(path[index]) else { throw .malformed }
            if path[index] == UInt8(ascii: "%") {
                guard index + 2 < path.count, let high = Hex.digit(path[index + 1]),
                    let low = Hex.digit(path[index + 2]), high > 1, high << 4 | low != 127
                else { throw .malformed }
                index += 2
            }
            index += 1
        }
    }
}
