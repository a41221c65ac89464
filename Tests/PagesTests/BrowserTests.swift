import Pages
import Testing

@Suite struct BrowserTests {
    static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    static let pixel = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) "

    private static let told: [(String, Browser)] = [
        (iPhone + "Version/18.1 Mobile/15E148 Safari/604.1", Browser(system: .ios, kind: .safari)),
        (iPhone + "CriOS/130.0 Mobile/15E148 Safari/604.1", Browser(system: .ios, kind: .chrome)),
        (iPhone + "FxiOS/132.0 Mobile/15E148 Safari/605.1.15", Browser(system: .ios, kind: .firefox)),
        (
            iPhone + "EdgiOS/130.0 Version/18.0 Mobile/15E148 Safari/604.1",
            Browser(system: .ios, kind: .other)
        ),
        (iPhone + "Mobile/15E148", Browser(system: .ios, kind: .embedded(nil))),
        (
            iPhone + "Mobile/15E148 Instagram 350.0 (iPhone16,1)",
            Browser(system: .ios, kind: .embedded("Instagram"))
        ),
        (
            iPhone + "Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]",
            Browser(system: .ios, kind: .embedded("Facebook"))
        ),
        (iPhone + "GSA/340 Mobile/15E148 Safari/604.1", Browser(system: .ios, kind: .embedded("Google"))),
        (pixel + "Chrome/130.0.0.0 Mobile Safari/537.36", Browser(system: .android, kind: .chrome)),
        (
            pixel + "SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36",
            Browser(system: .android, kind: .samsung)
        ),
        (pixel + "Chrome/130.0 Mobile Safari/537.36 EdgA/130.0", Browser(system: .android, kind: .other)),
        (
            "Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0",
            Browser(system: .android, kind: .firefox)
        ),
        (
            "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/130.0 Mobile",
            Browser(system: .android, kind: .embedded(nil))
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15", .unknown),
        ("TelegramBot (like TwitterBot)", .unknown), ("WhatsApp/2", .unknown), ("", .unknown),
    ]

    @Test(arguments: told) func `a browser is told by its words`(userAgent: String, browser: Browser) {
        #expect(Browser(userAgent: userAgent) == browser)
    }

    @Test func `no User-Agent is an unknown browser, and a long one is read only in part`() {
        #expect(Browser(userAgent: nil) == .unknown)
        #expect(Browser(userAgent: String(repeating: "a", count: 100_000) + "iPhone") == .unknown)
    }
}
