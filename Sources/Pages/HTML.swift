/// Markup that is safe by construction: literals stand in the source, everything else goes in by an interpolation
/// that says what it is and escapes it. There is no way from a String to HTML but those.
package struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// UTF-8.
    private(set) var bytes: [UInt8]

    /// Takes a literal of the source code, and by its type nothing else.
    package init(stringLiteral literal: StaticString) {
        bytes = literal.withUTF8Buffer(Array.init)
    }

    package init(stringInterpolation pieces: StringInterpolation) {
        bytes = pieces.bytes
    }

    /// What stands between the braces of `"<p>\(text: name)</p>" as HTML`.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + interpolationCount * 64)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
        }

        /// Text between tags.
        package mutating func appendInterpolation(text: String) {
            Escaping.append(text, to: &bytes)
        }

        /// Text within a quoted attribute that is no address.
        package mutating func appendInterpolation(attribute: String) {
            Escaping.append(attribute, to: &bytes)
        }

        /// An address within a quoted `href` or `action`.
        package mutating func appendInterpolation(url: Link) {
            Escaping.append(url.text, to: &bytes)
        }

        /// A picture within a quoted `src`.
        package mutating func appendInterpolation(picture: Picture) {
            bytes.append(contentsOf: picture.dataURL)
        }

        package mutating func appendInterpolation(_ html: HTML) {
            bytes.append(contentsOf: html.bytes)
        }

        /// Nothing where there is nothing.
        package mutating func appendInterpolation(_ html: HTML?) {
            if let html { bytes.append(contentsOf: html.bytes) }
        }

        package mutating func appendInterpolation(_ pieces: [HTML]) {
            for piece in pieces { bytes.append(contentsOf: piece.bytes) }
        }

        /// Style text whose hash stands in the page's policy.
        mutating func appendInterpolation(_ style: StyleText) {
            bytes.append(contentsOf: style.bytes)
        }
    }
}
