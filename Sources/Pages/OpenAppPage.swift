/// `/mobile/open-app` as web content: the system did not open the app. The same for every handle, used or unknown,
/// and it leads nowhere by itself.
package struct OpenAppPage: Sendable {
    package let brand: Brand
    /// The address of this very page, for one more tap.
    package let openApp: Link
    /// The app by its own scheme, where configured. Any app may claim a scheme: the handle alone is worth nothing.
    package let otherWay: Link?
    package let appStore: Link?
    package let playStore: Link?

    package init(
        brand: Brand, openApp: Link, otherWay: Link? = nil, appStore: Link? = nil, playStore: Link? = nil
    ) {
        self.brand = brand
        self.openApp = openApp
        self.otherWay = otherWay
        self.appStore = appStore
        self.playStore = playStore
    }

    func document(_ wording: Wording, _ browser: Browser) -> HTML {
        let shell = Shell(wording: wording, brand: brand)
        let words = wording.openApp
        let other = otherWay.map { link -> HTML in
            """
            <p><a class="quiet" href="\(url: link)">\(text: words.otherWay.filled(app: shell.app))</a></p>\
            <p class="life">\(text: words.otherWayNote.filled(app: shell.app))</p>
            """
        }
        let said = brand.isAnyApp ? words.saidOfAnyApp : words.said
        return shell.document(
            title: said.title,
            """
            \(shell.opening(said))\(shell.openAppButton(openApp, words.again))\(other)\
            \(Help(shell: shell, browser: browser, onLinkHost: true).section)\(stores(shell, words, browser))
            """)
    }

    /// The stores of the system at hand, or all of them where it is not known.
    private func stores(_ shell: Shell, _ words: Wording.OpenApp, _ browser: Browser) -> HTML? {
        let links = [
            browser.system == .android ? nil : appStore.map { ($0, words.appStore) },
            browser.system == .ios ? nil : playStore.map { ($0, words.playStore) },
        ].compactMap(\.self)
        if links.isEmpty { return nil }
        let buttons = links.map { link, name -> HTML in
            """
            <a class="quiet" href="\(url: link)" rel="noreferrer">\(text: name.filled())</a>
            """
        }
        return """
            <section><h2>\(text: words.notInstalled.filled(app: shell.app))</h2>\
            <p class="row">\(buttons)</p></section>
            """
    }
}
