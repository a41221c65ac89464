/// A page of the demo's app: what runs where, what to try next, what came home.
package struct LandingPage: Sendable {
    package struct Row: Sendable {
        package let label: String
        package let link: Link?
        /// What the link says, which is then a button; nil shows the link's own text.
        package let words: String?
        /// A command line or a value, shown as code.
        package let code: String?

        package init(label: String, link: Link? = nil, words: String? = nil, code: String? = nil) {
            self.label = label
            self.link = link
            self.words = words
            self.code = code
        }
    }

    /// One thing to type in, sent by GET.
    package struct Question: Sendable {
        package let label: String
        package let name: String
        package let action: Link
        package let submit: String

        package init(label: String, name: String, action: Link, submit: String) {
            self.label = label
            self.name = name
            self.action = action
            self.submit = submit
        }
    }

    package let heading: String
    package let lead: String
    package let rows: [Row]
    package let question: Question?

    package init(heading: String, lead: String, rows: [Row], question: Question? = nil) {
        self.heading = heading
        self.lead = lead
        self.rows = rows
        self.question = question
    }

    func document(_ wording: Wording) -> HTML {
        let items = rows.map { row -> HTML in
            let link = row.link.map { link -> HTML in
                guard let words = row.words else { return "<a href=\"\(url: link)\">\(text: link.text)</a>" }
                return "<a class=\"quiet\" href=\"\(url: link)\">\(text: words)</a>"
            }
            let code = row.code.map { "<code dir=\"ltr\">\(text: $0)</code>" as HTML }
            return "<dt>\(text: row.label)</dt><dd>\(link)\(code)</dd>"
        }
        let form = question.map { question -> HTML in
            """
            <section><form action="\(url: question.action)"><label>\(text: question.label)\
            <input name="\(attribute: question.name)" required autocomplete="off" spellcheck="false"></label>\
            <button class="quiet">\(text: question.submit)</button></form></section>
            """
        }
        return Shell(wording: wording, brand: .none).document(
            title: "Homing",
            "<h1>\(text: heading)</h1><p class=\"lead\">\(text: lead)</p><dl>\(items)</dl>\(form)")
    }
}
