import Crypto
import FoundationEssentials
import HTTP
import Pages
import Testing

@Suite struct PolicyTests {
    private let pages = Gallery().all

    @Test func `A28 every page sends no Referer`() {
        for page in pages { #expect(page.fields[.referrerPolicy] == "no-referrer") }
    }

    @Test func `A29 no cache keeps a page`() {
        for page in pages { #expect(page.fields[.cacheControl] == "no-store") }
    }

    @Test func `A30 no page can be framed`() {
        for page in pages {
            #expect(page.fields[.xFrameOptions] == "DENY")
            #expect(page.fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
        }
    }

    @Test func `A52 the policy lets in the page's own styles and nothing else`() {
        for page in pages {
            let styles = Markup(page).styles
            #expect(!styles.isEmpty)
            let hashes = styles.map { style in
                "'sha256-" + Data(SHA256.digest(Array(style.utf8)).bytes).base64EncodedString() + "'"
            }
            #expect(
                page.fields[.contentSecurityPolicy]
                    == "default-src 'none'; style-src \(hashes.joined(separator: " ")); img-src 'self' data:; "
                    + "base-uri 'none'; frame-ancestors 'none'")
        }
    }

    @Test func `H25 no policy holds form-action against the last redirect`() {
        for page in pages { #expect(page.fields[.contentSecurityPolicy]?.contains("form-action") == false) }
    }

    @Test func `H26 no page is indexed, sniffed or refreshed`() {
        for page in pages {
            #expect(page.fields[.xRobotsTag] == "noindex")
            #expect(page.fields[.xContentTypeOptions] == "nosniff")
            #expect(page.fields[.contentType] == "text/html; charset=utf-8")
            #expect(FieldName("refresh").map { page.fields.contains($0) } == false)
            #expect(!page.fields.contains(.setCookie) && !page.fields.contains(.location))
            #expect(page.fields.isSendable)
        }
    }

    @Test func `pages at the end of a sign-in let go of their opener, pages within it do not`() throws {
        let name = try #require(FieldName("cross-origin-opener-policy"))
        let gallery = Gallery()
        let ending = Pages().recovery(RecoveryPage(brand: gallery.brand, state: .expired(openApp: nil)))
        #expect(ending.fields[name] == "same-origin")
        for form in gallery.forms { #expect(!Pages().signInForm(form).fields.contains(name)) }
    }
}
