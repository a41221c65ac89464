import Codec

/// Seconds since 1970 as JSON numbers them (RFC 7519 §2), fractions dropped; digits in a text are read as well.
package struct NumericDate: Sendable, Equatable {
    package let seconds: Int

    /// Later dates are refused, so that sums with lifetimes cannot overflow: the year 9999.
    private static let latest = 253_402_300_799

    init?(_ value: JSONValue) {
        let read: Int?
        if case .number(let number) = value {
            // Doubles hold whole numbers exactly far beyond any date.
            read = number >= 0 && number <= Double(NumericDate.latest) ? Int(number) : nil
        } else {
            read = value.seconds
        }
        guard let read, read <= NumericDate.latest else { return nil }
        seconds = read
    }
}
