import Pages
import Testing

@Suite struct BrandTests {
    private func markup(_ brand: Brand) -> Markup {
        Markup(Pages().recovery(RecoveryPage(brand: brand, state: .expired(openApp: nil))))
    }

    @Test func `an accent comes with the colour that can be read on it`() {
        let styles = markup(Brand(name: "A", accent: Accent("#ffd60a"))).styles
        #expect(styles.last == ":root{--accent:#ffd60a;--on:#000000}")
        #expect(markup(Brand(name: "A")).styles.count == 1)
    }

    @Test func `A28 a logo travels inside the page, within bounds`() {
        let logo = Picture(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), kind: .svg)
        #expect(logo != nil)
        let images = markup(Brand(name: "A", logo: logo)).all("img")
        #expect(images.count == 1)
        #expect(images.first?["src"]?.hasPrefix("data:image/svg+xml;base64,") == true)
        #expect(Picture([], kind: .png) == nil)
        #expect(Picture([UInt8](repeating: 0, count: Picture.largest + 1), kind: .png) == nil)
    }
}
