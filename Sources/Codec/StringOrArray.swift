/// One text or a list of texts, as `aud` may be (RFC 7519 section 4.1.3). A single one is written as a text.
package struct StringOrArray: Codable, Sendable, Equatable {
    package let values: [String]

    package init(_ values: [String]) { self.values = values }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            values = [text]
        } else {
            values = try container.decode([String].self)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if values.count == 1 {
            try container.encode(values[0])
        } else {
            try container.encode(values)
        }
    }

    package func contains(_ text: String) -> Bool { values.contains(text) }
}
