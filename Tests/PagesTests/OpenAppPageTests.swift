import HTTP
import Pages
import Testing

@Suite struct OpenAppPageTests {
    private let brand = Brand(name: "Example App")
    private func answer(_ page: OpenAppPage, _ browser: Browser = .unknown) -> Response {
        Pages().openApp(page, for: Visitor(browser: browser))
    }
    private func html(_ page: OpenAppPage, _ browser: Browser = .unknown) -> String {
        answer(page, browser).html
    }

    @Test func `H26 the page is the same each time it is loaded`() {
        let page = Gallery().openAppPage
        let answers = (0..<5).map { _ in Pages().openApp(page) }
        #expect(Set(answers.map(\.body)).count == 1)
        #expect(answers.allSatisfy { $0.status == .ok })
    }

    @Test func `T3 handles differ in the link alone`() {
        let pages = ["used", "unknown"].map { handle in
            html(
                OpenAppPage(
                    brand: brand, openApp: Gallery.link("https://link.example.com/o").adding("t", handle)))
        }
        #expect(pages[0].split(separator: "used").joined() == pages[1].split(separator: "unknown").joined())
    }

    @Test func `T4 the page says on which device to open the link`() {
        #expect(html(OpenAppPage(brand: brand, openApp: Gallery.openApp)).contains("you started from"))
    }

    @Test func `T19 another scheme is offered only where it is configured`() {
        let without = answer(OpenAppPage(brand: brand, openApp: Gallery.openApp))
        #expect(Markup(without).all("a").count == 1)
        let with = html(Gallery().openAppPage)
        #expect(with.contains("<a class=\"quiet\" href=\"com.example.mobile:/resume?t=HANDLE-1\">"))
    }

    @Test func `stores are offered where they are configured, and on a phone only its own`() {
        let page = Gallery().openAppPage
        let both = html(page)
        #expect(both.contains("https://store.example/app") && both.contains("https://play.example/app"))
        #expect(!html(page, Browser(system: .ios, kind: .safari)).contains("https://play.example/app"))
        #expect(!html(page, Browser(system: .android, kind: .chrome)).contains("https://store.example/app"))
        #expect(!html(OpenAppPage(brand: brand, openApp: Gallery.openApp)).contains("not installed"))
    }

    @Test func `H27 on the link's own host iOS is told of the bar first`() throws {
        let page = html(Gallery().openAppPage, Browser(system: .ios, kind: .safari))
        let bar = try #require(page.firstRange(of: "Pull this page down")?.lowerBound)
        let hold = try #require(page.firstRange(of: "touch and hold")?.lowerBound)
        #expect(bar < hold)
    }
}
