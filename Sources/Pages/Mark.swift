/// The mark: a house, and a way that turns into it. Drawn into the page in the page's own colours.
enum Mark {
    static let house: HTML = """
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/>\
        <path d="M24.7 16v-2.4L15.7 6l-9 7.6V23a2.5 2.5 0 0 0 2.5 2.5h7M25.7 25.5c0-4-2.5-6-6-6h-6.5M16.5 16 13 \
        19.5l3.5 3.5"/></svg>
        """
}

extension Picture {
    /// The icon of the browser's tab.
    static let icon = Picture(trusted: PackageResources.icon_svg, kind: .svg)
}
