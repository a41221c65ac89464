/// The work on one request head: finds its lines one by one, each octet once however the bytes arrive, checks
/// them and notes where their parts lie.
struct HeadScan: Sendable {
    private(set) var layout = HeadLayout()
    private(set) var facts = FramingFacts()
    /// Where the line that is not yet complete begins.
    private var lineStart = 0
    /// Up to where there is no line end.
    private var scanned = 0
    private var fieldCount = 0

    var isFresh: Bool { scanned == 0 }

    var expectsContinue: Bool { facts.expectsContinue && !layout.isHTTP10 }

    /// Goes over what is new in `bytes`, which begin with the request line.
    ///
    /// - Returns: where the head ends, behind its empty line; nil while it is incomplete.
    mutating func advance(
        over bytes: UnsafeBufferPointer<UInt8>, limits: RequestLimits
    ) throws(Refusal) -> Int? {
        while true {
            let end = Octet.lineEnd(in: bytes, from: scanned)
            guard end < bytes.count else { break }
            let start = lineStart
            guard end > start, bytes[end - 1] == Octet.carriageReturn else { throw .malformed }
            lineStart = end + 1
            scanned = end + 1
            if layout.fields.lowerBound == 0 {
                try checkRequestLine(length: end - 1 - start, bytes, limits)
                try RequestLine.read(
                    UnsafeBufferPointer(rebasing: bytes[start..<(end - 1)]), into: &layout, &facts)
                layout.fields = (end + 1)..<(end + 1)
            } else if end - 1 == start {
                return end + 1
            } else {
                fieldCount += 1
                layout.fields = layout.fields.lowerBound..<(end + 1)
                guard fieldCount <= limits.fieldCount, layout.fields.count <= limits.headerBytes else {
                    throw .fieldsTooLarge
                }
                try FieldLine.read(bytes, start..<(end - 1), into: &layout, &facts)
            }
        }
        try checkUnfinished(bytes, limits)
        scanned = bytes.count
        return nil
    }

    /// How the content is framed, once the head is complete (RFC 9112 section 6.3).
    func framing(limits: RequestLimits) throws(Refusal) -> Framing {
        try facts.framing(isHTTP10: layout.isHTTP10, limits: limits)
    }

    /// Refuses an unfinished line as soon as it cannot become a good one, so that nobody waits for its end.
    private func checkUnfinished(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: RequestLimits) throws(Refusal)
    {
        guard lineStart < bytes.count else { return }
        // A CR that nothing but another octet follows is a bare one.
        if scanned < bytes.count {
            let from = max(lineStart, scanned - 1)
            for index in from..<(bytes.count - 1) where bytes[index] == Octet.carriageReturn {
                throw .malformed
            }
        }
        // A CR at the end is half of a line end, which counts for neither limit before its line is complete.
        let end = bytes[bytes.count - 1] == Octet.carriageReturn ? bytes.count - 1 : bytes.count
        if layout.fields.lowerBound == 0 {
            guard Octet.isToken(bytes[lineStart]) else { throw .malformed }
            try checkRequestLine(length: end - lineStart, bytes, limits)
        } else if end - layout.fields.lowerBound > limits.headerBytes {
            throw .fieldsTooLarge
        }
    }

    private func checkRequestLine(
        length: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ limits: RequestLimits
    ) throws(Refusal) {
        guard length > limits.requestLine else { return }
        throw RequestLine.hasMethod(UnsafeBufferPointer(rebasing: bytes[..<length]))
            ? .targetTooLong : .notImplemented
    }
}
