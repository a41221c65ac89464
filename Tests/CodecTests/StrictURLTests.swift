import Codec
import Testing

struct StrictURLTests {
    @Test func `parts are found and the text stays as it was`() throws {
        let text = "HTTPS://Auth.Example.com:8443/a%2Fb/../c;x?q=%C3%A9&r=a+b"
        let url = try #require(StrictURL(text))
        #expect(url.text == text)
        #expect(url.scheme == "https" && url.host == "auth.example.com" && url.port == 8443)
        #expect(url.path == "/a%2Fb/../c;x" && url.query == "q=%C3%A9&r=a+b")
        #expect(url.origin == "https://auth.example.com:8443")
    }

    @Test func `path and query may be missing`() throws {
        let url = try #require(StrictURL("http://a"))
        #expect(url.path.isEmpty && url.query == nil && url.port == nil)
        #expect(StrictURL("http://a?")?.query == "")
        #expect(StrictURL("https://a:443/")?.origin == "https://a")
        #expect(StrictURL("http://a:443/")?.origin == "http://a:443")
    }

    @Test(arguments: [
        "https://good@evil/", "https://good:443@evil/", "https://a@b@c/", "https://evil%40good/",
        "http://127.0.0.1:1@evil/",
        "https://@a/", "https://:@a/",
    ])
    func `A2 userinfo in any shape is refused`(text: String) {
        #expect(StrictURL(text) == nil)
    }

    @Test(arguments: [
        "https://good\\@evil", "https:\\\\evil", "https://a/\\evil", " https://a/", "https://a/ ",
        "https://a/\t", "https://a/\r\n",
        "https://a/\0", "https://a /", "https://a\t/", "\thttps://a/", "https://a/b c", "https://a/\u{7F}",
    ])
    func `A3 backslash, blanks and control characters are refused`(text: String) {
        #expect(StrictURL(text) == nil)
    }

    @Test(arguments: [
        "https://exämple.com/", "https://ｇood/", "https://a\u{200B}/", "https://a./", "https://.a/",
        "https://a..b/", "https:///p",
        "https://", "https:a", "https:/a", "//a/", "https://2130706433/", "https://0x7f000001/",
        "https://127.1/",
        "https://127.0.0.1.1/", "https://0177.0.0.1/", "https://256.0.0.1/", "https://a.0x7f/",
        "https://[::1/", "https://::1/",
        "https://[::1%25eth0]/", "https://[1.2.3.4]/", "https://[::g]/", "https://[]/", "https://a%2eb/",
        "https://a!b/",
    ])
    func `A5 a host that two parsers could read differently is refused`(text: String) {
        #expect(StrictURL(text) == nil)
    }

    @Test(arguments: [
        "ftp://a/", "javascript:alert(1)", "data:,x", "com.example.app:/cb", "https://a/#", "https://a/#f",
        "https://a/?q#f",
        "https://a:/", "https://a:0/", "https://a:080/", "https://a:65536/", "https://a:8x/", "https://a:+1/",
        "https://a:1:2/",
        "https://a/%", "https://a/%1", "https://a/%zz", "https://a/?%g1", "https://a/<", "https://a/\"",
        "https://a/{x}", "",
    ])
    func `A6 other schemes, fragments, bad ports, bad escapes and bad characters are refused`(text: String) {
        #expect(StrictURL(text) == nil)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/", true), ("http://127.255.0.1/", true), ("http://[::1]:1/", true),
        ("http://localhost/", true),
        ("http://app.localhost/", true), ("http://localhost.evil/", false), ("http://127.0.0.1.evil/", false),
        ("http://128.0.0.1/", false), ("http://[::2]/", false), ("http://127.example/", false),
        ("http://notlocalhost/", false),
    ])
    func `A7 loopback is an address or name of this machine and nothing that looks like one`(
        text: String, is: Bool
    ) {
        #expect(StrictURL(text)?.isLoopback == `is`)
    }
}
