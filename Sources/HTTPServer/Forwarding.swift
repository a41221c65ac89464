import HTTP

/// Reads the addresses that proxies added to a request, the farthest first; nil stands for one that is no address.
///
/// `X-Forwarded-For` counts where it is present, else `Forwarded` (RFC 7239 section 4): nearly every proxy writes the
/// former, and who writes one of them must be set to strip the other.
enum Forwarding {
    static func names(in fields: Fields) -> [ClientAddress?] {
        let listed = fields.all(.xForwardedFor)
        if !listed.isEmpty { return listed.flatMap { elements($0, at: ",").map(address) } }
        return fields.all(.forwarded).flatMap { elements($0, at: ",").map(node) }
    }

    /// The `for` parameter of one forwarded-element.
    private static func node(_ element: String) -> ClientAddress? {
        var found: String?
        for pair in elements(element, at: ";") {
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            guard pair[..<equals].lowercased() == "for" else { continue }
            guard found == nil else { return nil }
            found = String(pair[pair.index(after: equals)...])
        }
        guard var value = found else { return nil }
        if value.hasPrefix("\""), value.hasSuffix("\""), value.count >= 2 {
            value = String(value.dropFirst().dropLast())
        }
        return address(value)
    }

    /// An address, with or without a port; IPv6 with a port must stand in brackets.
    private static func address(_ text: String) -> ClientAddress? {
        if let address = ClientAddress(text) { return address }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), isPort(text[text.index(after: end)...]) else {
                return nil
            }
            let inner = text[text.index(after: text.startIndex)..<end]
            return inner.contains(":") ? ClientAddress(String(inner)) : nil
        }
        guard let colon = text.firstIndex(of: ":"), isPort(text[colon...]) else { return nil }
        return ClientAddress(String(text[..<colon]))
    }

    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        let digits = text.utf8.dropFirst()
        return text.hasPrefix(":") && (1...5).contains(digits.count)
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The parts between separators that are not quoted, without blanks around them.
    private static func elements(_ text: String, at separator: Unicode.Scalar) -> [String] {
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        for scalar in text.unicodeScalars {
            if scalar == "\"" { isQuoted.toggle() }
            if scalar == separator, !isQuoted {
                parts.append(trimmed(part))
                part = ""
            } else {
                part.unicodeScalars.append(scalar)
            }
        }
        parts.append(trimmed(part))
        return parts
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let front = text.drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(front[...last])
    }
}
