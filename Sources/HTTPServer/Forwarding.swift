import HTTP

/// Reads the addresses that proxies added to a request, the farthest first.
enum Forwarding {
    /// What a proxy calls the peer it took a request from.
    enum Name: Equatable {
        case address(ClientAddress)
        /// Not told, in a way that is foreseen (RFC 7239 sections 6.2 and 6.3).
        case hidden
        case malformed
    }

    /// `X-Forwarded-For`: addresses between commas; nil where there is none.
    static func plain(in fields: Fields) -> [Name]? {
        let lines = fields.all(.xForwardedFor).filter { !$0.isEmpty }
        guard !lines.isEmpty else { return nil }
        return lines.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(node) }
    }

    /// `Forwarded` (RFC 7239 section 4); nil where there is none.
    static func standard(in fields: Fields) -> [Name]? {
        let lines = fields.all(.forwarded).filter { !$0.isEmpty }
        return lines.isEmpty ? nil : lines.flatMap { parts($0[...], at: ",").map(element) }
    }

    /// The `for` parameter of one forwarded-element.
    private static func element(_ text: Substring) -> Name {
        var found = Name.hidden
        var names: Set<String> = []
        for pair in parts(text, at: ";").map(trimmed) where !pair.isEmpty {
            guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex,
                let value = unquoted(pair[pair.index(after: equals)...])
            else { return .malformed }
            let name = pair[..<equals].lowercased()
            guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0) }), names.insert(name).inserted else {
                return .malformed
            }
            if name == "for" { found = node(value) }
        }
        return names.isEmpty ? .malformed : found
    }

    /// A quoted string is quoted from end to end: a quote anywhere else would join what a stranger wrote with what a proxy
    /// has put behind it.
    private static func unquoted(_ value: Substring) -> Substring? {
        var value = value
        if value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
            value = value.dropFirst().dropLast()
        }
        return value.isEmpty || value.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
            ? nil : value
    }

    /// An address, with or without a port; IPv6 with a port must stand in brackets.
    private static func node(_ text: Substring) -> Name {
        let text = trimmed(text)
        // So nginx calls whoever came by a socket of the file system.
        if text == "unix:" { return .hidden }
        if let address = ClientAddress(String(text)) { return .address(address) }
        var host = text
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            guard isPort(text[text.index(after: end)...]) else { return .malformed }
            host = text[text.index(after: text.startIndex)..<end]
            guard host.contains(":") else { return .malformed }
        } else if let colon = text.firstIndex(of: ":") {
            guard isPort(text[colon...]) else { return .malformed }
            host = text[..<colon]
        }
        if host == "unknown" || isObscured(host) { return .hidden }
        return ClientAddress(String(host)).map(Name.address) ?? .malformed
    }

    private static func isObscured(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count >= 2 && bytes[0] == UInt8(ascii: "_")
            && bytes.dropFirst().allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            }
    }

    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        let digits = text.utf8.dropFirst()
        return text.hasPrefix(":") && (1...5).contains(digits.count)
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The parts between separators that are not quoted.
    private static func parts(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        for index in text.unicodeScalars.indices {
            if text.unicodeScalars[index] == "\"" { isQuoted.toggle() }
            guard text.unicodeScalars[index] == separator, !isQuoted else { continue }
            parts.append(text[start..<index])
            start = text.unicodeScalars.index(after: index)
        }
        return parts + [text[start...]]
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return text[first...last]
    }
}
