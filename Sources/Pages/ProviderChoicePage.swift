/// The choice between several providers: one link each, nothing to submit.
package struct ProviderChoicePage: Sendable {
    package struct Choice: Sendable {
        package let name: String
        package let link: Link

        package init(name: String, link: Link) {
            self.name = name
            self.link = link
        }
    }

    package let brand: Brand
    package let choices: [Choice]
    /// Back to the app without signing in.
    package let cancel: Link?

    package init(brand: Brand, choices: [Choice], cancel: Link? = nil) {
        self.brand = brand
        self.choices = choices
        self.cancel = cancel
    }

    func document(_ wording: Wording) -> HTML {
        let shell = Shell(wording: wording, brand: brand)
        let words = wording.choice
        let rows = choices.map { choice -> HTML in
            """
            <li><a class="choice" href="\(url: choice.link)">\(text: words.with.filled(app: choice.name))</a></li>
            """
        }
        let cancel = cancel.map { link -> HTML in
            """
            <p><a class="quiet" href="\(url: link)">\(text: words.cancel.filled(app: shell.app))</a></p>
            """
        }
        return shell.document(
            title: words.said.title, "\(shell.opening(words.said))<ul class=\"choices\">\(rows)</ul>\(cancel)"
        )
    }
}
