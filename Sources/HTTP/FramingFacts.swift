/// How the content of a request is delimited.
enum Framing: Sendable, Equatable {
    case none
    case counted(Int)
    case chunked
}

/// What the head says about host and framing, gathered field by field and judged at its end.
struct FramingFacts: Sendable {
    var hasHost = false
    /// Where the authority of an absolute target lies.
    var targetAuthority: Range<Int>?
    private var length: Int?
    private var coding = Coding.none
    private var expectation = Expectation.none

    private enum Coding: Sendable { case none, chunked, unknown }
    private enum Expectation: Sendable { case none, continuation, unknown }

    var expectsContinue: Bool { expectation == .continuation }

    mutating func noteExpect(_ value: UnsafeBufferPointer<UInt8>) {
        let isKnown = Octet.equal(value, "100-continue") && expectation != .unknown
        expectation = isKnown ? .continuation : .unknown
    }

    /// Digits alone; several fields must all say the same number (RFC 9110 section 8.6).
    mutating func noteLength(_ value: UnsafeBufferPointer<UInt8>) throws(Refusal) {
        guard !value.isEmpty, value.allSatisfy(Octet.isDigit) else { throw .malformed }
        var number = 0
        for digit in value {
            // A number beyond any limit stays one instead of wrapping round.
            number = number > Int.max / 16 ? Int.max / 16 + 1 : number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        guard length == nil || length == number else { throw .malformed }
        length = number
    }

    /// Exactly `chunked`, once. A list that has it, but not at its end, cannot be framed (400); any other coding
    /// is one that we do not know (501; RFC 9112 sections 6.1 and 6.3).
    mutating func noteCoding(_ value: UnsafeBufferPointer<UInt8>) throws(Refusal) {
        guard coding == .none, !value.isEmpty else { throw .malformed }
        if Octet.equal(value, "chunked") {
            coding = .chunked
            return
        }
        coding = .unknown
        for piece in value.split(separator: Octet.comma).dropLast() {
            if Octet.equal(Octet.trimmed(UnsafeBufferPointer(rebasing: piece)), "chunked") {
                throw .malformed
            }
        }
    }

    func framing(isHTTP10: Bool, limits: RequestLimits) throws(Refusal) -> Framing {
        guard hasHost || isHTTP10 else { throw .malformed }
        guard coding == .none || length == nil && !isHTTP10 else { throw .malformed }
        guard coding != .unknown else { throw .notImplemented }
        guard expectation != .unknown || isHTTP10 else { throw .expectation }
        if coding == .chunked { return .chunked }
        guard let length, length > 0 else { return .none }
        guard length <= limits.bodyBytes else { throw .contentTooLarge }
        return .counted(length)
    }
}
