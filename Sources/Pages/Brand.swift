import HTTP

/// Whose sign-in a page belongs to: the client's name and colours. Made once, when clients are read; it carries what
/// does not change from page to page ready-made.
package struct Brand: Sendable {
    package let name: String
    package let support: Link?
    /// Whether the app is not known, so that no sentence may call it by this name.
    let isAnyApp: Bool
    /// Style elements and the icon, as they stand in the head.
    let head: HTML
    /// The top of the body: mark and name.
    let banner: HTML
    private let severed, kept: Fields

    package init(name: String, accent: Accent? = nil, logo: Picture? = nil, support: Link? = nil) {
        self.init(name: name, accent: accent, logo: logo, support: support, isAnyApp: false)
    }

    private init(name: String, accent: Accent?, logo: Picture?, support: Link?, isAnyApp: Bool) {
        self.isAnyApp = isAnyApp
        self.name = name
        self.support = support
        let own = accent.map(StyleText.accent)
        head = """
            <link rel="icon" href="\(picture: .icon)"><style>\(.shared)</style>\(own.map { "<style>\($0)</style>" })
            """
        let mark: HTML = logo.map { "<img class=\"mark\" src=\"\(picture: $0)\" alt=\"\">" } ?? Mark.house
        banner = "<header>\(mark)<span>\(text: name)</span></header>"
        let styles = [.shared] + [own].compactMap(\.self)
        severed = PagePolicy.fields(styles: styles, opener: .severed)
        kept = PagePolicy.fields(styles: styles, opener: .kept)
    }

    /// The headers of a page in this brand.
    func fields(_ opener: PagePolicy.Opener) -> Fields {
        switch opener {
        case .severed: severed
        case .kept: kept
        }
    }

    /// For pages that belong to no client.
    package static let none = Brand(
        name: "Homing", accent: nil, logo: nil, support: nil, isAnyApp: true)
}
