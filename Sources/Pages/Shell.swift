/// What all pages have in common: head, banner, one `<main>`, and a way to help.
struct Shell {
    let wording: Wording
    let brand: Brand

    /// What sentences call the app.
    var app: String { brand.isAnyApp ? wording.common.anyApp.filled() : brand.name }

    func document(title: Phrase, _ content: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="\(attribute: wording.language)" dir="\(attribute: wording.direction.rawValue)"><head>\
        <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
        <meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">\
        <meta name="format-detection" content="telephone=no"><title>\(text: title.filled())</title>\(brand.head)\
        </head><body>\(brand.banner)<main>\(content)</main>\(footer)</body></html>

        """
    }

    /// Heading and lead of a page, with the app's name where the language wants it.
    func opening(_ said: Wording.Said, app: String? = nil, number: Int = 0) -> HTML {
        """
        <h1>\(text: said.heading.filled(app: app ?? self.app))</h1>\
        <p class="lead">\(text: said.lead.filled(app: app ?? self.app, number: number))</p>
        """
    }

    /// The one thing to do: a plain link, so that the system may take it to the app.
    func openAppButton(_ link: Link, _ words: Phrase) -> HTML {
        """
        <p><a class="open-app-button" href="\(url: link)">\(text: words.filled(app: app))</a></p>
        """
    }

    /// A link that looks like a button and stays in the browser.
    func button(_ link: Link, _ words: Phrase) -> HTML {
        """
        <p><a class="button" href="\(url: link)">\(text: words.filled(app: app))</a></p>
        """
    }

    private var footer: HTML? {
        brand.support.map {
            """
            <footer><a href="\(url: $0)" rel="noreferrer">\(text: wording.common.support.filled())</a></footer>
            """
        }
    }
}
