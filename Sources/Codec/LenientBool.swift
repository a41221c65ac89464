/// A truth value as providers write it: true or "true", false or "false"; nil for all else, also if absent.
package struct LenientBool: Decodable, Sendable, Equatable {
    package let value: Bool?

    package init(_ value: Bool?) { self.value = value }

    package init(from decoder: any Decoder) {
        guard let container = try? decoder.singleValueContainer() else {
            value = nil
            return
        }
        if let truth = try? container.decode(Bool.self) {
            value = truth
        } else {
            switch try? container.decode(String.self) {
            case "true": value = true
            case "false": value = false
            default: value = nil
            }
        }
    }
}

extension KeyedDecodingContainer {
    package func decode(_ type: LenientBool.Type, forKey key: Key) -> LenientBool {
        (try? decodeIfPresent(type, forKey: key)) ?? LenientBool(nil)
    }
}
