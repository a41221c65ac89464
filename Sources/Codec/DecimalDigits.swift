/// Whole numbers as text from outside: ASCII digits and nothing else, where `Int(_:)` would take a sign.
package enum DecimalDigits {
    /// The number that `text` spells, or nil when it is empty, holds anything but digits, or exceeds `limit`.
    package static func parse(_ text: some StringProtocol, limit: Int = .max) -> Int? {
        parse(utf8: text.utf8, limit: limit)
    }

    /// The number that the bytes spell, or nil when they are none, hold anything but digits, or exceed `limit`.
    package static func parse(utf8: some Collection<UInt8>, limit: Int = .max) -> Int? {
        utf8.inOnePiece { parse(utf8: $0, limit: limit) }
    }

    /// As the other, for who has the bytes in one piece: every request names a port.
    package static func parse(utf8: UnsafeBufferPointer<UInt8>, limit: Int = .max) -> Int? {
        guard !utf8.isEmpty else { return nil }
        var number = 0
        for byte in utf8 {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            guard !overflow, !carry, sum <= limit else { return nil }
            number = sum
        }
        return number
    }
}
