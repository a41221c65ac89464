import Codec
import OAuth

/// The redirect-URI matcher. The first line of the input is registered, the second received. Whatever matches is
/// equal in all bytes, or in all but the port of a loopback address.
enum RedirectPromise {
    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = lines.first, let text = String(validating: first, as: UTF8.self),
            let registration = try? RedirectURI.validate(registration: text)
        else { return }
        let registered = Array(first)
        guard let own = registration.matching(text) else {
            throw BrokenPromise(description: "broken promise: a registered URI matches itself")
        }
        try checkAnswer(own)
        if lines.count == 2 { try check(registration, registered, Array(lines[1])) }
        var random = Seeded(input)
        for _ in 0..<16 {
            var received = registered
            let place = Int.random(in: 0..<received.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: received[place] ^= 0x20
            case 1: received[place] = UInt8.random(in: 0x21...0x7E, using: &random)
            case 2: received.remove(at: place)
            case 3: received.insert(received[place], at: place)
            default: received.insert(UInt8.random(in: 0x30...0x3A, using: &random), at: place)
            }
            try check(registration, registered, received)
        }
    }

    private static func check(
        _ registration: RedirectURI.Registration, _ registered: [UInt8], _ received: [UInt8]
    ) throws(BrokenPromise) {
        guard let text = String(validating: received, as: UTF8.self),
            let match = registration.matching(text)
        else { return }
        try promise(match.text.utf8.elementsEqual(received), "what is emitted is what was received")
        if received == registered { return }
        guard let left = withoutPort(registered), let right = withoutPort(received) else {
            throw BrokenPromise(
                description: "broken promise: only loopback addresses match with another port")
        }
        try promise(left == right, "a match differs in its loopback port only")
        try checkAnswer(match)
    }

    /// Written apart from the matcher on purpose. Nil for what has no loopback address.
    private static func withoutPort(_ bytes: [UInt8]) -> [UInt8]? {
        for host in ["http://127.0.0.1", "http://[::1]"].map({ Array($0.utf8) })
        where bytes.starts(with: host) {
            var rest = bytes[host.count...]
            if rest.first == UInt8(ascii: ":") {
                rest = rest.dropFirst()
                let digits = rest.prefix { (0x30...0x39).contains($0) }
                let value = digits.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) }
                guard digits.first != 0x30, (1...65535).contains(value) else { return nil }
                rest = rest.dropFirst(digits.count)
            }
            guard rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?") else {
                return nil
            }
            return host + rest
        }
        return nil
    }

    /// The answer goes where the match goes, and its parameters are found behind what was there.
    private static func checkAnswer(_ match: RedirectURI.Registered) throws(BrokenPromise) {
        let location = match.appending([("code", "a&b=c#d"), ("state", "e f")])
        try promise(location.utf8.starts(with: match.text.utf8), "a location begins with the URI")
        try promise(location.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "a location may stand in a field")
        guard let mark = location.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            throw BrokenPromise(description: "broken promise: an answer has a query")
        }
        let query = location.utf8[location.utf8.index(after: mark)...]
        guard let form = try? Form(parsing: query) else { return }
        try promise((try? form.single("code")) == "a&b=c#d", "the code is found where it was put")
        try promise((try? form.single("state")) == "e f", "the state is found where it was put")
    }
}
