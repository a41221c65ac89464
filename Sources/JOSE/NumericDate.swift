import Codec

/// Seconds since 1970 as JSON numbers them (RFC 7519 §2), fractions dropped; digits in a text are read as well.
package struct NumericDate: Decodable, Sendable, Equatable {
    package let seconds: Int

    /// Later dates are refused, so that sums with lifetimes cannot overflow: the year 9999.
    private static let latest = 253_402_300_799

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let read: Int?
        if let number = try? container.decode(Double.self) {
            // Doubles hold whole numbers exactly far beyond any date.
            read = number >= 0 && number <= Double(NumericDate.latest) ? Int(number) : nil
        } else {
            read = LenientSeconds(from: decoder).value
        }
        guard let read, read <= NumericDate.latest else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
        }
        seconds = read
    }
}
