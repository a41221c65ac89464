/// One field line (RFC 9112 section 5): name, colon at once, value. No folding.
enum FieldLine {
    /// Checks the line at `view` of `bytes` and notes what matters for framing.
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ view: Range<Int>, into layout: inout HeadLayout,
        _ facts: inout FramingFacts
    ) throws(Refusal) {
        let (name, value) = try split(bytes, view)
        let nameBytes = UnsafeBufferPointer(rebasing: bytes[name])
        let valueBytes = UnsafeBufferPointer(rebasing: bytes[value])
        switch name.count {
        case 4 where Octet.equal(nameBytes, "host"):
            guard !facts.hasHost, Authority.isValid(valueBytes) else { throw .malformed }
            facts.hasHost = true
            layout.host = value
            if let target = facts.targetAuthority {
                try requireSame(UnsafeBufferPointer(rebasing: bytes[target]), valueBytes)
            }
        case 5 where Octet.equal(nameBytes, "x-moz"): notePurpose(valueBytes, &layout)
        case 7 where Octet.equal(nameBytes, "purpose"): notePurpose(valueBytes, &layout)
        case 11 where Octet.equal(nameBytes, "sec-purpose"): notePurpose(valueBytes, &layout)
        case 13 where Octet.equal(nameBytes, "if-none-match"): layout.isConditional = true
        case 15 where Octet.equal(nameBytes, "accept-encoding"): layout.namesCodings = true
        case 6 where Octet.equal(nameBytes, "expect"): facts.noteExpect(valueBytes)
        case 10 where Octet.equal(nameBytes, "connection"): noteConnection(valueBytes, &layout)
        case 14 where Octet.equal(nameBytes, "content-length"): try facts.noteLength(valueBytes)
        case 17 where Octet.equal(nameBytes, "transfer-encoding"): try facts.noteCoding(valueBytes)
        default: break
        }
    }

    /// Where name and value lie; the value is without the blanks around it.
    static func split(
        _ bytes: UnsafeBufferPointer<UInt8>, _ view: Range<Int>
    ) throws(Refusal) -> (name: Range<Int>, value: Range<Int>) {
        var colon = view.lowerBound
        while colon < view.upperBound, Octet.isFieldName(bytes[colon]) { colon += 1 }
        guard colon > view.lowerBound, colon < view.upperBound, bytes[colon] == Octet.colon else {
            throw .malformed
        }
        var start = colon + 1
        var end = view.upperBound
        while start < end, Octet.isBlank(bytes[start]) { start += 1 }
        while end > start, Octet.isBlank(bytes[end - 1]) { end -= 1 }
        guard Octet.areFieldValue(UnsafeBufferPointer(rebasing: bytes[start..<end])) else { throw .malformed }
        return (view.lowerBound..<colon, start..<end)
    }

    private static func notePurpose(_ value: UnsafeBufferPointer<UInt8>, _ layout: inout HeadLayout) {
        if Octet.contains(value, "prefetch") { layout.isSpeculative = true }
    }

    private static func noteConnection(_ value: UnsafeBufferPointer<UInt8>, _ layout: inout HeadLayout) {
        if Octet.equal(value, "keep-alive") {
            layout.asksToKeepAlive = true
            return
        }
        for piece in value.split(separator: Octet.comma) {
            let option = Octet.trimmed(UnsafeBufferPointer(rebasing: piece))
            if Octet.equal(option, "close") { layout.asksToClose = true }
            if Octet.equal(option, "keep-alive") { layout.asksToKeepAlive = true }
        }
    }

    /// An absolute target and the Host field must name one host: readers differ in which of them they heed.
    private static func requireSame(
        _ target: UnsafeBufferPointer<UInt8>, _ host: UnsafeBufferPointer<UInt8>
    ) throws(Refusal) {
        guard target.count == host.count else { throw .malformed }
        for index in 0..<target.count where Octet.lowercase(target[index]) != Octet.lowercase(host[index]) {
            throw .malformed
        }
    }
}
