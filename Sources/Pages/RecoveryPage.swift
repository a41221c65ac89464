/// `/mobile/complete`: where a person lands when the browser did not go back to the app by itself.
package struct RecoveryPage: Sendable {
    package enum State: Sendable {
        /// Nobody has come for the answer yet. The link carries the handle; `secondsLeft` is its life.
        case waiting(openApp: Link, secondsLeft: Int)
        /// The app redeemed a handle. `fresh` is the next one, while there may be a next one.
        case pickedUp(fresh: Link?, secondsLeft: Int)
        /// The link opens the app all the same, so that the person may begin again there.
        case expired(openApp: Link?)
        /// Cancelled or failed. With a link the app can come for the error, which is an answer too; without
        /// `secondsLeft` nothing waits behind the link, it only opens the app.
        case unfinished(openApp: Link?, secondsLeft: Int?)
    }

    package let brand: Brand
    package let state: State

    package init(brand: Brand, state: State) {
        self.brand = brand
        self.state = state
    }

    func document(_ wording: Wording, _ browser: Browser) -> HTML {
        let shell = Shell(wording: wording, brand: brand)
        let words = wording.recovery
        let help = Help(shell: shell, browser: browser, onLinkHost: false)
        switch state {
        case .waiting(let link, let seconds):
            return shell.document(
                title: words.waiting.title,
                """
                \(shell.opening(words.waiting))\(shell.openAppButton(link, words.open))\(life(seconds, words))\
                \(help.section)
                """)
        case .pickedUp(let fresh, let seconds):
            let offer = fresh.map { link -> HTML in
                """
                <section class="again"><h2>\(text: words.gotNothing.filled(app: shell.app))</h2>\
                <p>\(text: words.freshLink.filled(app: shell.app))</p>\
                \(shell.openAppButton(link, words.open))\(life(seconds, words))</section>
                """
            }
            return shell.document(title: words.pickedUp.title, "\(shell.opening(words.pickedUp))\(offer)")
        case .expired(let link):
            let button = link.map { shell.openAppButton($0, words.open) }
            return shell.document(title: words.expired.title, "\(shell.opening(words.expired))\(button)")
        case .unfinished(let link?, let seconds):
            return shell.document(
                title: words.unfinished.title,
                """
                \(shell.opening(words.unfinished))\(shell.openAppButton(link, words.open))\
                \(seconds.map { life($0, words) })\(help.section)
                """)
        case .unfinished(nil, _):
            let said = words.unfinishedWithoutLink
            return shell.document(title: said.title, shell.opening(said))
        }
    }

    /// How long the link still lives. Without scripts it cannot tick, so it says whole minutes, never too many.
    private func life(_ seconds: Int, _ words: Wording.Recovery) -> HTML {
        let said = seconds < 60 ? words.lastMinute.filled() : words.minutesLeft.filled(number: seconds / 60)
        return "<p class=\"life\">\(text: said)</p>"
    }
}
