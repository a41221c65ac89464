/// One JSON value as others wrote it (RFC 8259), read strictly and kept as it is, so that whoever asks for a member
/// decides which shapes of it will do. Of two equal names of an object the first counts.
///
/// For what is read with every sign-in: Foundation's decoder takes five times as long.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([(name: String, value: JSONValue)])

    /// Nil for what is not one JSON text in UTF-8, with or without a byte order mark, or is nested deeper than 64.
    package init?(parsing bytes: [UInt8]) {
        guard let value = bytes.withUnsafeBufferPointer({ JSONScan.value(of: $0) }) else { return nil }
        self = value
    }

    /// The member of an object; nil for all else.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var isObject: Bool {
        if case .object = self { true } else { false }
    }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

/// The shapes in which providers write things.
extension JSONValue {
    /// As `StringOrArray` decodes.
    package var texts: StringOrArray? {
        switch self {
        case .text(let text): return StringOrArray([text])
        case .list(let values):
            let texts = values.compactMap(\.text)
            return texts.count == values.count ? StringOrArray(texts) : nil
        default: return nil
        }
    }

    /// As `LenientSeconds` decodes.
    package var seconds: Int? {
        switch self {
        case .number(let number): number >= 0 ? Int(exactly: number) : nil
        case .text(let text): DecimalDigits.parse(text)
        default: nil
        }
    }

    /// As `LenientBool` decodes.
    package var truth: Bool? {
        switch self {
        case .bool(let truth): truth
        case .text("true"): true
        case .text("false"): false
        default: nil
        }
    }
}
