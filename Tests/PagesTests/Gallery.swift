import HTTP
import Pages

/// Every page in every state and for every kind of browser, with one text in all places that take a text.
struct Gallery {
    static let browsers: [Browser] = [
        Browser(system: .ios, kind: .safari), Browser(system: .ios, kind: .chrome),
        Browser(system: .ios, kind: .embedded("Instagram")), Browser(system: .android, kind: .chrome),
        Browser(system: .android, kind: .firefox), Browser(system: .android, kind: .samsung),
        Browser(system: .android, kind: .embedded(nil)), .unknown,
    ]
    static let openApp = link("https://link.example.com/mobile/open-app").adding("t", "HANDLE-1")
    static let ownLinks: Set<String> = [
        "https://link.example.com/mobile/open-app?t=HANDLE-1", "https://play.example/app",
        "https://store.example/app",
        "https://example.com/help", "com.example.mobile:/resume?t=HANDLE-1", "/oauth/authorize?provider=one",
        "/oauth/cancel", "/login", "http://127.0.0.1:8080", "",
    ]

    let brand: Brand
    let text: String

    init(text: String = "Example App", accent: Accent? = Accent("#0a84ff")) {
        self.text = text
        brand = Brand(name: text, accent: accent, support: Link(web: "https://example.com/help"))
    }

    static func link(_ text: String) -> Link { Link(web: text) ?? .here }

    var recoveryStates: [RecoveryPage.State] {
        [
            .waiting(openApp: Self.openApp, secondsLeft: 290),
            .pickedUp(fresh: Self.openApp, secondsLeft: 30),
            .pickedUp(fresh: nil, secondsLeft: 0), .expired(openApp: Self.openApp),
            .expired(openApp: nil),
            .unfinished(openApp: Self.openApp, secondsLeft: 59),
            .unfinished(openApp: Self.openApp, secondsLeft: nil),
            .unfinished(openApp: nil, secondsLeft: nil),
        ]
    }

    var openAppPage: OpenAppPage {
        OpenAppPage(
            brand: brand, openApp: Self.openApp,
            otherWay: Link(app: "com.example.mobile:/resume")?.adding("t", "HANDLE-1"),
            appStore: Link(web: "https://store.example/app"), playStore: Link(web: "https://play.example/app")
        )
    }

    var notices: [Notice] {
        [
            .working, .unavailable(retryAfter: 5), .unavailable(retryAfter: nil), .notFound,
            .methodNotAllowed(allow: "GET, HEAD"), .misdirected, .tooManyRequests(retryAfter: 12),
            .tooManyRequests(retryAfter: nil),
        ]
    }

    var forms: [SignInForm] {
        [true, false].map {
            SignInForm(
                brand: brand, app: text, action: Link(path: "/login") ?? .here, hidden: [(text, text)],
                asksPassword: $0, account: text, refused: $0)
        }
    }

    /// What stands in the way of a sign-in or behind it.
    var flow: [Response] {
        let pages = Pages()
        let visitors = Self.browsers.map { Visitor(browser: $0) }
        return visitors.flatMap { visitor in
            recoveryStates.map { pages.recovery(RecoveryPage(brand: brand, state: $0), for: visitor) }
                + [pages.openApp(openAppPage, for: visitor)]
        } + notices.map { pages.notice($0, brand: brand) }
            + ErrorPage.Reason.allCases.map {
                pages.error(
                    ErrorPage(reason: $0, error: text, detail: text, requestID: text, brand: brand))
            }
    }

    var all: [Response] {
        let pages = Pages()
        let choice = ProviderChoicePage(
            brand: brand,
            choices: [.init(name: text, link: Link(path: "/oauth/authorize?provider=one") ?? .here)],
            cancel: Link(path: "/oauth/cancel"))
        let landing = LandingPage(
            heading: text, lead: text,
            rows: [
                .init(label: text, link: Link(web: "http://127.0.0.1:8080"), code: text), .init(label: text),
                .init(label: text, link: Link(path: "/login"), words: text),
            ],
            question: Link(path: "/login").map { .init(label: text, name: text, action: $0, submit: text) })
        return flow + forms.map { pages.signInForm($0) } + [
            pages.providerChoice(choice), pages.landing(landing),
        ]
    }
}

extension Response {
    var html: String { String(decoding: body, as: UTF8.self) }
}
