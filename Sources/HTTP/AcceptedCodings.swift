/// What Accept-Encoding says of the two codings that we have, gzip and none (RFC 9110 section 12.5.3).
///
/// Read strictly: of a field with any fault in it nothing is believed, and the content goes out as it is, which
/// every client can read.
struct AcceptedCodings {
    /// Thousandths; nil when the coding is not listed.
    private var gzip: Int?
    private var identity: Int?
    private var any: Int?
    private var isFaulty = false

    init(_ fields: Fields) {
        fields.eachValue(.acceptEncoding) { read($0) }
    }

    /// Whether gzip is wanted at least as much as no coding. A coding that is not listed has the weight of `*`; no
    /// coding at all is taken without being listed, but then it is not what was asked for.
    var preferGzip: Bool {
        guard !isFaulty, let gzip = gzip ?? any else { return false }
        return gzip > 0 && gzip >= identity ?? any ?? 0
    }

    private mutating func read(_ value: UnsafeBufferPointer<UInt8>) {
        // No split: its array would be the only thing that a prepared answer takes from the heap.
        var start = 0
        while start < value.count {
            var end = start
            while end < value.count, value[end] != Octet.comma { end += 1 }
            let element = Octet.trimmed(UnsafeBufferPointer(rebasing: value[start..<end]))
            if !element.isEmpty { read(element: element) }
            start = end + 1
        }
    }

    /// `coding` or `coding;q=weight`; of a coding listed twice the smaller weight counts.
    private mutating func read(element: UnsafeBufferPointer<UInt8>) {
        let end = element.firstIndex(of: Octet.semicolon) ?? element.count
        let coding = Octet.trimmed(UnsafeBufferPointer(rebasing: element[..<end]))
        guard !coding.isEmpty, coding.allSatisfy({ Octet.isToken($0) }),
            let weight = end == element.count
                ? 1000 : Self.weight(UnsafeBufferPointer(rebasing: element[(end + 1)...]))
        else {
            isFaulty = true
            return
        }
        // RFC 9110 section 8.4.1.3: x-gzip is gzip.
        if Octet.equal(coding, "gzip") || Octet.equal(coding, "x-gzip") {
            gzip = min(weight, gzip ?? weight)
        } else if Octet.equal(coding, "identity") {
            identity = min(weight, identity ?? weight)
        } else if Octet.equal(coding, "*") {
            any = min(weight, any ?? weight)
        }
    }

    /// `q=0.5` in thousandths (RFC 9110 section 12.4.2); nil when it is no weight.
    private static func weight(_ parameter: UnsafeBufferPointer<UInt8>) -> Int? {
        let text = Octet.trimmed(parameter)
        guard (3...7).contains(text.count), Octet.lowercase(text[0]) == UInt8(ascii: "q"),
            text[1] == Octet.equals, text[2] == UInt8(ascii: "0") || text[2] == UInt8(ascii: "1"),
            text.count == 3 || text[3] == UInt8(ascii: ".")
        else { return nil }
        var thousandths = text[2] == UInt8(ascii: "1") ? 1000 : 0
        var place = 100
        for digit in text.dropFirst(4) {
            guard Octet.isDigit(digit) else { return nil }
            thousandths += Int(digit - UInt8(ascii: "0")) * place
            place /= 10
        }
        return thousandths <= 1000 ? thousandths : nil
    }
}
