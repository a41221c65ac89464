import Codec

/// Strict URLs: all parts stand in the text as they were received, and what nobody reads alike is refused.
enum URLPromise {
    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        guard let text = String(validating: input, as: UTF8.self), let url = StrictURL(text) else { return }
        try promise(url.text.utf8.elementsEqual(input), "the text stays as it was received")
        let banned = Array("\\#@\"<>^`{|}".utf8)
        let authority = input.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
            .prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        try promise(input.allSatisfy { 0x21...0x7E ~= $0 }, "visible ASCII alone")
        try promise(!authority.contains(where: banned.contains), "an authority that everybody reads alike")
        try promise(
            !input.contains(where: banned.filter { $0 != UInt8(ascii: "@") }.contains), "RFC 3986 alone")
        try promise(PercentEncoding.isWellFormed(input), "well-formed escapes")
        try promise(url.scheme == "https" || url.scheme == "http", "http or https")
        try promise(url.port.map { (1...65535).contains($0) } ?? true, "a port in its range")
        let parts =
            url.scheme + "://" + url.host + (url.port.map { ":\($0)" } ?? "")
            + (url.path + (url.query.map { "?" + $0 } ?? ""))
        let head = url.scheme.utf8.count + 3 + authority.count
        try promise(
            parts.utf8.elementsEqual(Array(input.prefix(head)).map(lower) + input.dropFirst(head)),
            "the parts make up the text")
        let origin = StrictURL(url.origin)
        try promise(origin?.origin == url.origin && origin?.host == url.host, "an origin is its own origin")
        try promise(origin?.isLoopback == url.isLoopback, "a path makes no host another")
    }

    private static func lower(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
