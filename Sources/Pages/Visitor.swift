import HTTP

/// Who reads a page, as far as the request tells: the browser and the languages wanted.
package struct Visitor: Sendable {
    package let browser: Browser
    /// `Accept-Language` as it came.
    package let acceptLanguage: String?
    /// `ui_locales` of the sign-in, the most wanted first; they go before what the browser says.
    package let locales: [String]

    package static let unknown = Visitor(browser: .unknown)

    package init(browser: Browser, acceptLanguage: String? = nil, locales: [String] = []) {
        self.browser = browser
        self.acceptLanguage = acceptLanguage
        self.locales = locales
    }

    package init(_ request: Request, locales: [String] = []) {
        let fields = request.fields
        self.init(
            browser: Browser(userAgent: fields[.userAgent]),
            acceptLanguage: fields[.acceptLanguage], locales: locales)
    }

    /// The first of `wordings` that the visitor asked for, else the first of all.
    func wording(among wordings: [Wording]) -> Wording {
        if wordings.count > 1 {
            let wanted = locales + (acceptLanguage?.prefix(256).split(separator: ",").map(String.init) ?? [])
            for tag in wanted {
                let language = tag.prefix { $0 != "-" && $0 != ";" }.lowercased().filter { $0 != " " }
                if let wording = wordings.first(where: { $0.language == language }) { return wording }
            }
        }
        return wordings.first ?? .english
    }
}
