/// Reads requests from the bytes of one connection, strictly by RFC 9112: what two readers could read
/// differently is refused, nothing is repaired. Everything it keeps is bounded by its limits.
///
/// The connection keeps the bytes that were not yet consumed and gives them anew, with whatever came behind
/// them, each time:
///
///     let step = parser.parse(unconsumed)
///     drop(step.consumed)
///
/// After `.request` and `.expectsContinue` it may go on at once with the bytes that are left (pipelining) or
/// when it is ready for more. After `.refuse` everything is consumed and nothing else is ever found, so that a
/// connection can read on for a while before it closes.
package struct RequestParser: Sendable {
    package enum Event: Sendable {
        /// What is there is in order, but ends too early.
        case needMore
        /// The client waits for `100 Continue` before it sends the content.
        case expectsContinue
        case request(Request)
        case refuse(Refusal)
    }

    package struct Step: Sendable {
        /// How many of the bytes given need not be given again.
        package let consumed: Int
        package let event: Event
    }

    private enum Phase: Sendable {
        case head
        case counted(remaining: Int)
        case chunked(ChunkedContent)
        case refused
    }

    /// At most this many empty lines are passed over before a request line (RFC 9112 section 2.2).
    private static let emptyLines = 2

    package let limits: RequestLimits
    private var phase = Phase.head
    private var scan = HeadScan()
    private var head: [UInt8] = []
    private var layout = HeadLayout()
    private var content: [UInt8] = []
    private var emptyLinesSeen = 0

    package init(limits: RequestLimits = RequestLimits()) { self.limits = limits }

    // Both are stored, for a connection asks often, and from another room to compute them is to copy all that is here.
    /// Whether nothing of a next request has been consumed or looked at: between two requests.
    package private(set) var isIdle = true
    /// Whether the head of a request is complete and its content is awaited.
    package private(set) var isInContent = false

    /// Looks at the bytes that were not yet consumed.
    package mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        let step = advance(bytes)
        switch phase {
        case .head: (isIdle, isInContent) = (scan.isFresh, false)
        case .counted, .chunked: (isIdle, isInContent) = (false, true)
        case .refused: (isIdle, isInContent) = (false, false)
        }
        return step
    }

    private mutating func advance(_ bytes: UnsafeBufferPointer<UInt8>) -> Step {
        do throws(Refusal) {
            switch phase {
            case .head: return try parseHead(bytes)
            case .counted(let remaining): return takeCounted(bytes, from: 0, remaining: remaining)
            case .chunked(let decoder): return try takeChunked(bytes, from: 0, decoder)
            case .refused: return Step(consumed: bytes.count, event: .needMore)
            }
        } catch {
            phase = .refused
            head = []
            content = []
            return Step(consumed: bytes.count, event: .refuse(error))
        }
    }

    /// As the other, for bytes in an array or a slice.
    package mutating func parse(_ bytes: some Collection<UInt8>) -> Step {
        if let step = bytes.withContiguousStorageIfAvailable({ parse($0) }) { return step }
        return Array(bytes).withUnsafeBufferPointer { parse($0) }
    }

    private mutating func parseHead(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) -> Step {
        var start = 0
        if scan.isFresh {
            start = try skipEmptyLines(bytes)
            if start < bytes.count, bytes[start] == Octet.carriageReturn {
                return Step(consumed: start, event: .needMore)
            }
        }
        let rest = UnsafeBufferPointer(rebasing: bytes[start...])
        guard let end = try scan.advance(over: rest, limits: limits) else {
            return Step(consumed: start, event: .needMore)
        }
        let framing = try scan.framing(limits: limits)
        let expectsContinue = scan.expectsContinue
        layout = scan.layout
        // What is kept is the request line and the fields, without the empty line behind them.
        head = Array(UnsafeBufferPointer(rebasing: rest[..<(end - 2)]))
        scan = HeadScan()
        emptyLinesSeen = 0
        let next = start + end
        switch framing {
        case .none: return Step(consumed: next, event: .request(finish()))
        case .counted(let count):
            phase = .counted(remaining: count)
            if expectsContinue, next == bytes.count { return Step(consumed: next, event: .expectsContinue) }
            content.reserveCapacity(count)
            return takeCounted(bytes, from: next, remaining: count)
        case .chunked:
            let decoder = ChunkedContent()
            phase = .chunked(decoder)
            if expectsContinue, next == bytes.count { return Step(consumed: next, event: .expectsContinue) }
            return try takeChunked(bytes, from: next, decoder)
        }
    }

    /// Passes over empty lines before a request line. A lone LF counts as one here, and only here: nothing hangs
    /// on where such a line ends.
    ///
    /// - Returns: where the request line begins, or where a CR stands of which the LF has not come yet.
    private mutating func skipEmptyLines(_ bytes: UnsafeBufferPointer<UInt8>) throws(Refusal) -> Int {
        var start = 0
        while start < bytes.count, bytes[start] == Octet.carriageReturn || bytes[start] == Octet.lineFeed {
            var end = start
            if bytes[end] == Octet.carriageReturn {
                end += 1
                if end == bytes.count { return start }
            }
            emptyLinesSeen += 1
            guard bytes[end] == Octet.lineFeed, emptyLinesSeen <= Self.emptyLines else { throw .malformed }
            start = end + 1
        }
        return start
    }

    private mutating func takeCounted(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, remaining: Int
    ) -> Step {
        let count = min(remaining, bytes.count - start)
        content.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<start + count]))
        guard count == remaining else {
            phase = .counted(remaining: remaining - count)
            return Step(consumed: start + count, event: .needMore)
        }
        return Step(consumed: start + count, event: .request(finish()))
    }

    private mutating func takeChunked(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ decoder: ChunkedContent
    ) throws(Refusal) -> Step {
        var decoder = decoder
        let rest = UnsafeBufferPointer(rebasing: bytes[start...])
        let (consumed, isComplete) = try decoder.decode(rest, into: &content, limits: limits)
        guard isComplete else {
            phase = .chunked(decoder)
            return Step(consumed: start + consumed, event: .needMore)
        }
        return Step(consumed: start + consumed, event: .request(finish()))
    }

    /// The request that is complete now; the parser is ready for the next.
    private mutating func finish() -> Request {
        let request = Request(head: head, layout: layout, body: content)
        phase = .head
        head = []
        content = []
        return request
    }
}
