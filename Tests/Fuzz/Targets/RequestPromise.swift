import HTTP

/// The request parser: the same is found whole, byte by byte and cut anywhere, within all limits; and what was found,
/// written out plainly, is found again.
enum RequestPromise {
    /// Small enough for inputs of some hundred bytes to meet each.
    private static let tight: RequestLimits = {
        var limits = RequestLimits()
        limits.requestLine = 40
        limits.headerBytes = 120
        limits.fieldCount = 6
        limits.bodyBytes = 24
        return limits
    }()

    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        var random = Seeded(input)
        for limits in [RequestLimits(), tight] {
            let whole = try RequestReading(input, ends: [input.count], limits: limits)
            let single = try RequestReading(input, ends: 0...input.count, limits: limits)
            try promise(whole == single, "the same is found byte by byte")
            for _ in 0..<4 {
                var ends = (0..<3).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
                ends.append(input.count)
                let cut = try RequestReading(input, ends: ends, limits: limits)
                try promise(whole == cut, "the same is found wherever the bytes are cut")
            }
            if limits != tight { for found in whole.found { try checkPlain(found) } }
        }
    }

    /// Whoever stands behind us and reads what we understood must understand the same.
    private static func checkPlain(_ found: RequestReading.Found) throws(BrokenPromise) {
        guard !found.host.isEmpty, found.fields.count < 15_000 else { return }
        let target = found.path + (found.query.map { "?" + $0 } ?? "")
        let plain =
            Array("\(found.method) \(target) HTTP/1.1\r\nhost: \(found.host)\r\n".utf8)
            + Array("content-length: \(found.body.count)\r\n\r\n".utf8) + found.body
        let again = try RequestReading(plain, ends: [plain.count], limits: RequestLimits())
        try promise(again.found.count == 1 && again.refusal == nil, "one request is read as one request")
        guard let other = again.found.first else { return }
        try promise(
            (other.method, other.path, other.query, other.host, other.body)
                == (found.method, found.path, found.query, found.host, found.body),
            "a request written out plainly is the same request")
    }
}
