import HTTP
import Pages
import Testing

@Suite struct RecoveryPageTests {
    private func page(_ state: RecoveryPage.State, _ browser: Browser = .unknown) -> Response {
        Pages().recovery(
            RecoveryPage(brand: Brand(name: "Example App"), state: state), for: Visitor(browser: browser))
    }
    private let waiting = RecoveryPage.State.waiting(openApp: Gallery.openApp, secondsLeft: 290)

    @Test func `H27a the waiting page has one real link to the app, in exactly this markup`() {
        let answer = page(waiting)
        #expect(answer.status == .ok)
        let button =
            "<a class=\"open-app-button\" href=\"https://link.example.com/mobile/open-app?t=HANDLE-1\">Open Example App</a>"
        #expect(answer.html.split(separator: button, omittingEmptySubsequences: false).count == 2)
        #expect(Markup(answer).all("a").count == 1)
    }

    @Test func `H27b a cancelled sign-in has the same shape with a neutral text`() {
        let answer = page(.unfinished(openApp: Gallery.openApp, secondsLeft: 290))
        #expect(Markup(answer).tags == Markup(page(waiting)).tags)
        #expect(answer.html.contains("Sign-in stopped here"))
        #expect(answer.status == .ok)
    }

    @Test func `T15 until the app came the page says to go to the app, and after it as well`() {
        #expect(page(waiting).html.contains("Back to Example App"))
        let picked = page(.pickedUp(fresh: nil, secondsLeft: 0)).html
        #expect(picked.contains("Continue in Example App"))
        #expect(!picked.contains("open-app-button\" href"))
    }

    @Test func `T5 after the app came a fresh link stands ready while there may be one`() {
        let html = page(.pickedUp(fresh: Gallery.openApp, secondsLeft: 120)).html
        #expect(
            html.contains(
                "<a class=\"open-app-button\" href=\"https://link.example.com/mobile/open-app?t=HANDLE-1\">"))
        #expect(html.contains("another 2 min"))
    }

    @Test func `an expired link says so and still opens the app, to begin again there`() {
        let answer = page(.expired(openApp: Gallery.openApp))
        #expect(answer.html.contains("This link has run out"))
        #expect(Markup(answer).all("a").map { $0["class"] } == ["open-app-button"])
        #expect(!answer.html.contains("class=\"life\""))
        #expect(Markup(page(.expired(openApp: nil))).all("a").isEmpty)
    }

    @Test func `H27 where nothing waits behind the link no life of it is told`() {
        let answer = page(.unfinished(openApp: Gallery.openApp, secondsLeft: nil))
        #expect(Markup(answer).all("a").map { $0["class"] } == ["open-app-button"])
        #expect(!answer.html.contains("class=\"life\""))
    }

    @Test func `where the app is not known no sentence calls it by our name`() {
        let state = RecoveryPage.State.unfinished(openApp: Gallery.openApp, secondsLeft: nil)
        let html = Pages().recovery(RecoveryPage(brand: .none, state: state)).html
        #expect(html.contains(">Open the app</a>") && !html.contains("Open Homing"))
        let opened = Pages().openApp(OpenAppPage(brand: .none, openApp: Gallery.openApp)).html
        #expect(opened.contains("The app did not open"))
    }

    @Test(arguments: [
        (300, "another 5 min."), (299, "another 4 min."), (60, "another 1 min."), (59, "less than 1 min"),
        (-5, "less than 1 min"),
    ])
    func `the life of a link is told in whole minutes, never too many`(seconds: Int, words: String) {
        #expect(page(.waiting(openApp: Gallery.openApp, secondsLeft: seconds)).html.contains(words))
    }

    @Test(arguments: [
        (Browser(system: .ios, kind: .safari), "Touch and hold"),
        (Browser(system: .ios, kind: .chrome), "open it in Safari"),
        (Browser(system: .android, kind: .chrome), "Tap the button once more"),
        (Browser(system: .android, kind: .firefox), "“Open in app”"),
        (Browser(system: .ios, kind: .embedded("Instagram")), "This is Instagram’s own browser"),
        (Browser(system: .android, kind: .embedded(nil)), "“Open in Chrome”"),
        (.unknown, "on which you started"),
    ]) func `what to do if nothing opens depends on the browser`(browser: Browser, words: String) {
        #expect(page(waiting, browser).html.contains(words))
    }
}
