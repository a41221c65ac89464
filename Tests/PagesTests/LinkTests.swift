import Pages
import Testing

@Suite struct LinkTests {
    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "http://example.com/",
        "//example.com/",
        "https://a@b/", "https://", "https://a/\"", "https://a/ b", "https:\\\\a", "https://a/#f", "", "/a",
    ]) func `A52 what is no https address is no web link`(text: String) {
        #expect(Link(web: text) == nil)
    }

    @Test(arguments: [
        "https://a.example", "https://a.example/b?c=d", "http://127.0.0.1:8080/", "http://localhost/",
    ])
    func `https addresses and those of this machine are web links`(text: String) {
        #expect(Link(web: text)?.text == text)
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "a", "", "https://a", "/a b", "/a\"", "/a#b", "/ä", "/\n", "\t/",
    ])
    func `A52 a path stays on its host`(text: String) {
        #expect(Link(path: text) == nil)
    }

    @Test(arguments: [
        "javascript:alert(1)", "data:text/html", "vbscript:x", "file:///etc", "mobile:/resume", "com.example",
        ":/x",
        "1com.example:/x", "com.example:", "com.exa mple:/x", "com.example:/\"x", "com.example:/x#y",
        "com.exämple:/x",
    ]) func `T19 only a domain turned round is an app's own scheme`(text: String) {
        #expect(Link(app: text) == nil)
    }

    @Test func `parameters are added behind those that are there, encoded`() {
        #expect(Link(path: "/a")?.adding("t", "x&y=z +\"").text == "/a?t=x%26y%3Dz%20%2B%22")
        #expect(Link(path: "/a?b=c")?.adding("t", "1").text == "/a?b=c&t=1")
        #expect(
            Link(app: "com.example.mobile:/resume")?.adding("t", "1").text == "com.example.mobile:/resume?t=1"
        )
    }
}
