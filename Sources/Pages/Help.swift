/// What to do when a tap opens nothing: said for the browser at hand.
struct Help {
    let shell: Shell
    let browser: Browser
    /// Whether the page is on the link's own host, where iOS keeps taps in the browser (Apple TN3155).
    let onLinkHost: Bool

    var section: HTML {
        let steps = steps.map { "<li>\(text: filled($0))</li>" as HTML }
        return """
            <section><h2>\(text: filled(shell.wording.recovery.nothingOpens))</h2>\(note)<ul>\(steps)\
            <li>\(text: filled(hints.switchOver))</li></ul></section>
            """
    }

    private var hints: Wording.Hints { shell.wording.hints }

    private func filled(_ phrase: Phrase) -> String { phrase.filled(app: shell.app) }

    private var note: HTML? {
        guard case .embedded(let name) = browser.kind else { return nil }
        let words = name.map { hints.inside.filled(browser: $0) } ?? hints.insideUnknown.filled()
        return "<p>\(text: words)</p>"
    }

    private var steps: [Phrase] {
        switch (browser.system, browser.kind) {
        case (.ios, .embedded): hints.embeddedIOS
        case (_, .embedded): hints.embeddedAndroid
        case (.ios, .safari): onLinkHost ? hints.iosOnLinkHost : hints.iosSafari
        case (.ios, _): hints.iosOther
        case (.android, .chrome): hints.androidChrome
        case (.android, .firefox): hints.androidFirefox
        case (.android, _): hints.androidOther
        case (.other, _): hints.elsewhere
        }
    }
}
