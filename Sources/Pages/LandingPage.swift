/// The demo's front page: what runs where, and what to try next.
package struct LandingPage: Sendable {
    package struct Row: Sendable {
        package let label: String
        package let link: Link?
        /// A command line or a value, shown as code; nil shows the link's own text.
        package let code: String?

        package init(label: String, link: Link? = nil, code: String? = nil) {
            self.label = label
            self.link = link
            self.code = code
        }
    }

    package let heading: String
    package let lead: String
    package let rows: [Row]

    package init(heading: String, lead: String, rows: [Row]) {
        self.heading = heading
        self.lead = lead
        self.rows = rows
    }

    func document(_ wording: Wording) -> HTML {
        let items = rows.map { row -> HTML in
            let link = row.link.map { "<a href=\"\(url: $0)\">\(text: $0.text)</a>" as HTML }
            let code = row.code.map { "<code dir=\"ltr\">\(text: $0)</code>" as HTML }
            return "<dt>\(text: row.label)</dt><dd>\(link)\(code)</dd>"
        }
        return Shell(wording: wording, brand: .none).document(
            title: "Homing",
            "<h1>\(text: heading)</h1><p class=\"lead\">\(text: lead)</p><dl>\(items)</dl>")
    }
}
