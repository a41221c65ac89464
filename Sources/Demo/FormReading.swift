/// Finds what the player needs in a page: links and form fields, as our own pages write them.
enum FormReading {
    /// The `href` of the link of a class.
    static func link(_ className: String, in page: String) -> String? {
        tags("a", in: page).first { attribute("class", of: $0) == className }.flatMap {
            attribute("href", of: $0)
        }
    }

    /// Where the page's form is posted to.
    static func action(in page: String) -> String? {
        tags("form", in: page).first.flatMap { attribute("action", of: $0) }
    }

    /// The inputs with the values that they come with.
    static func inputs(in page: String) -> [(String, String)] {
        tags("input", in: page).compactMap { tag in
            attribute("name", of: tag).map { ($0, attribute("value", of: tag) ?? "") }
        }
    }

    /// The opening tags of an element, without the angle brackets.
    private static func tags(_ name: String, in page: String) -> [Substring] {
        page.split(separator: "<").compactMap { piece in
            guard piece.hasPrefix(name), let next = piece.dropFirst(name.count).first,
                next == " " || next == ">"
            else {
                return nil
            }
            return piece.prefix { $0 != ">" }
        }
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
        return unescaped(tag[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func unescaped(_ text: Substring) -> String {
        var text = String(text)
        for (entity, character) in [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
        ] {
            text.replace(entity, with: character)
        }
        return text
    }
}
