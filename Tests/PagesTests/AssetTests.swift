import Crypto
import HTTP
import Pages
import Testing

@Suite struct AssetTests {
    @Test func `an asset is found by its fingerprinted name alone`() {
        for asset in Asset.all {
            #expect(Asset.named(asset.name)?.bytes == asset.bytes)
            #expect(asset.path == "/assets/" + asset.name)
            #expect(asset.name.split(separator: ".").map(\.count)[1] == 12)
        }
        #expect(Asset.named("style.css") == nil)
        #expect(Asset.named("../style.css") == nil)
    }

    @Test func `assets may be kept for ever, with their type`() {
        #expect(
            Asset.all.map { $0.response.fields[.contentType] } == [
                "text/css; charset=utf-8", "image/svg+xml", "image/x-icon",
            ])
        for asset in Asset.all {
            #expect(asset.response.fields[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(asset.response.fields[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test func `A52 the icon is a picture without a script`() {
        let icon = String(decoding: Asset.icon.bytes, as: UTF8.self)
        #expect(icon.hasPrefix("<svg") && !icon.contains("script") && !icon.contains("href"))
    }
}
