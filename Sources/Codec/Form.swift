/// The parameters of a query or of an application/x-www-form-urlencoded body, in their order.
///
/// Nothing is merged: a name that stands twice stands here twice, and `single` refuses it. `+` is a space and
/// escapes are decoded once.
package struct Form: Sendable {
    package let pairs: [(name: String, value: String)]

    /// A form of these pairs, as they are.
    package init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

    /// Reads a query (without its question mark) or a body.
    ///
    /// - Parameter limit: how many parameters there may be at most.
    /// - Throws: `FormFault`; an empty input is an empty form.
    package init(parsing bytes: some Collection<UInt8>, limit: Int = 100) throws(FormFault) {
        pairs = try bytes.inOnePiece { source in Self.read(source, limit: limit) }.get()
    }

    /// Every value of `name`, in order.
    package func values(_ name: String) -> [String] {
        pairs.compactMap { $0.name == name ? $0.value : nil }
    }

    /// The value of `name`; nil when it is absent, the empty text when it is there without a value.
    package func single(_ name: String) throws(RepeatedParameter) -> String? {
        var found: String?
        for pair in pairs where pair.name == name {
            guard found == nil else { throw RepeatedParameter(name: name) }
            found = pair.value
        }
        return found
    }

    /// Whether a parameter of this name is there, with a value or without.
    package func contains(_ name: String) -> Bool { pairs.contains { $0.name == name } }

    /// The names in order, a repeated one as often as it stands.
    package var names: [String] { pairs.map(\.name) }

    /// The pairs as a query or body: %20 for a space, %2B for a plus, so that every decoder reads the same.
    package static func encode(_ pairs: [(String, String)]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        for (index, pair) in pairs.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "&")) }
            PercentEncoding.append(pair.0, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(pair.1, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func read(
        _ source: UnsafeBufferPointer<UInt8>, limit: Int
    ) -> Result<[(name: String, value: String)], FormFault> {
        var pairs: [(name: String, value: String)] = []
        pairs.reserveCapacity(12)
        var start = 0
        while start < source.count {
            var end = start
            var equals: Int?
            while end < source.count, source[end] != UInt8(ascii: "&") {
                if equals == nil, source[end] == UInt8(ascii: "=") { equals = end }
                end += 1
            }
            if end > start {
                guard pairs.count < limit else { return .failure(.tooManyParameters) }
                let nameEnd = equals ?? end
                let valueStart = equals.map { $0 + 1 } ?? end
                let nameBytes = UnsafeBufferPointer(rebasing: source[start..<nameEnd])
                let valueBytes = UnsafeBufferPointer(rebasing: source[valueStart..<end])
                guard let name = PercentEncoding.decode(nameBytes, plusIsSpace: true),
                    let value = PercentEncoding.decode(valueBytes, plusIsSpace: true)
                else { return .failure(.malformedEncoding) }
                guard name.hasOnly({ $0 != 0 }), value.hasOnly({ $0 != 0 }) else { return .failure(.nul) }
                pairs.append((name, value))
            }
            start = end + 1
        }
        return .success(pairs)
    }
}
