/// The statuses that metrics tell apart; all others are counted together.
struct StatusLabel: Sendable {
    static let codes: [UInt16] = [
        200, 201, 204, 302, 303, 304, 400, 401, 403, 404, 405, 406, 408, 409, 411, 413, 414, 415, 417, 421,
        422,
        429, 431, 500, 501, 502, 503, 505,
    ]
    /// How many there are, with the one for all others.
    static let count = 29

    /// The number of each code from 0 to 599.
    private let numbers: InlineArray<600, UInt8>

    init() {
        var numbers = InlineArray<600, UInt8>(repeating: UInt8(Self.count - 1))
        for (number, code) in Self.codes.enumerated() { numbers[Int(code)] = UInt8(number) }
        self.numbers = numbers
    }

    func number(of code: UInt16) -> Int { Int(numbers[code < 600 ? Int(code) : 0]) }

    /// How the metrics write it.
    static func text(_ number: Int) -> String { number < codes.count ? String(codes[number]) : "other" }
}
