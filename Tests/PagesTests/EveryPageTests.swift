import HTTP
import Pages
import Testing

@Suite struct EveryPageTests {
    private static let flowWords = Set(Gallery().flow.map { Markup($0).text.lowercased() })
    private static let plain = Gallery(text: "x").all.map { Markup($0).tags }

    @Test(arguments: Corpus.texts) func `A52 no text changes the shape of any page`(text: String) {
        #expect(Gallery(text: text).all.map { Markup($0).tags } == Self.plain)
    }

    @Test(arguments: Corpus.texts) func `T12 no text brings a foreign address into any page`(text: String) {
        let tags = Gallery(text: text).all.flatMap { Markup($0).tags }
        let addresses = tags.filter { $0.name != "link" }.flatMap { [$0["href"], $0["action"]] }.compactMap(
            \.self)
        #expect(Set(addresses).isSubset(of: Gallery.ownLinks))
        #expect(tags.compactMap { $0["src"] }.isEmpty)
    }

    @Test func `T12 pages load nothing`() {
        for page in Gallery().all {
            let markup = Markup(page)
            for name in ["script", "iframe", "object", "embed", "img", "base", "video", "audio", "source"] {
                #expect(markup.all(name).isEmpty)
            }
            for link in markup.all("link") {
                #expect(link["href"]?.hasPrefix("data:image/svg+xml;base64,") == true)
            }
            for meta in markup.all("meta") { #expect(meta["http-equiv"] == nil) }
            let names = markup.tags.flatMap { $0.attributes.map(\.name) }
            #expect(!names.contains { $0.hasPrefix("on") || $0 == "style" })
        }
    }

    @Test func `every page has language, viewport, both colour schemes, one main and one heading`() {
        for page in Gallery().all {
            let markup = Markup(page)
            #expect(markup.all("html").map { $0["lang"] } == ["en"])
            #expect(markup.all("main").count == 1)
            #expect(markup.all("h1").count == 1)
            let metas = markup.all("meta").map { ($0["name"] ?? "") + "=" + ($0["content"] ?? "") }
            #expect(metas.contains("viewport=width=device-width, initial-scale=1"))
            #expect(metas.contains("color-scheme=light dark"))
            #expect(metas.contains("robots=noindex"))
        }
    }

    @Test func `T3 a title holds nothing that came from outside`() {
        for page in Gallery(text: "Zoë’s secret").all {
            let title = page.html.split(separator: "<title>").last?.prefix { $0 != "<" } ?? ""
            #expect(!title.isEmpty)
            #expect(!title.contains("secret"))
        }
    }

    @Test(arguments: [
        "success", "signed in", "logged in", "complete", "authenticated", "all set", "you are in", "welcome",
        "done",
        "finished", "verified", "congrat",
    ]) func `T15 no page claims that sign-in is done`(claim: String) {
        for words in Self.flowWords { #expect(!words.contains(claim)) }
    }

    @Test func `a page weighs less than eight thousand bytes`() {
        for page in Gallery().all { #expect(page.body.count < 8_000) }
    }
}
