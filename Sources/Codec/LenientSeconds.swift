/// A number of seconds as providers write it: 3599, 3599.0 or "3599" (H13); nil for all else, also if absent.
package struct LenientSeconds: Decodable, Sendable, Equatable {
    package let value: Int?

    package init(_ value: Int?) { self.value = value }

    package init(from decoder: any Decoder) {
        guard let container = try? decoder.singleValueContainer() else {
            value = nil
            return
        }
        if let number = try? container.decode(Int.self) {
            value = number >= 0 ? number : nil
        } else if let number = try? container.decode(Double.self) {
            value = number >= 0 ? Int(exactly: number) : nil
        } else if let text = try? container.decode(String.self) {
            value = DecimalDigits.parse(text)
        } else {
            value = nil
        }
    }
}

extension KeyedDecodingContainer {
    package func decode(_ type: LenientSeconds.Type, forKey key: Key) -> LenientSeconds {
        (try? decodeIfPresent(type, forKey: key)) ?? LenientSeconds(nil)
    }
}
