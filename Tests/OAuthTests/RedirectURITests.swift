import OAuth
import Testing

struct RedirectURITests {
    @Test func `H01 a private-use scheme keeps its one slash`() throws {
        let client = try Samples.client(redirectURIs: ["com.example.app:/cb"])
        let match = try #require(client.matching("com.example.app:/cb"))
        #expect(match.kind == .privateUse(scheme: "com.example.app"))
        #expect(match.appending([("code", "c"), ("state", "s")]) == "com.example.app:/cb?code=c&state=s")
        #expect(client.matching("com.example.app://cb") == nil)
        #expect(client.matching("com.example.app:///cb") == nil)
    }

    @Test func `H02 a scheme is compared with its case and capitals are warned of`() throws {
        let registration = try RedirectURI.validate(registration: "com.example.App:/cb")
        #expect(registration.warnings == [.upperCaseScheme("com.example.App")])
        #expect(registration.matching("com.example.App:/cb")?.text == "com.example.App:/cb")
        #expect(registration.matching("com.example.app:/cb") == nil)
    }

    @Test func `H03 a registered query stays byte for byte`() throws {
        let text = "https://app.example.com/cb?tenant=a%2Fb&flag"
        let match = try #require(RedirectURI.validate(registration: text).matching(text))
        #expect(match.appending([("error", "access_denied")]) == text + "&error=access_denied")
        let bare = "https://app.example.com/cb?"
        let open = try #require(RedirectURI.validate(registration: bare).matching(bare))
        #expect(open.appending([("code", "c")]) == "https://app.example.com/cb?code=c")
    }

    @Test(arguments: [
        ("com.example.app:/cb&", "com.example.app:/cb&?code=c"),
        ("https://app.example.com/cb?a=b&", "https://app.example.com/cb?a=b&code=c"),
        ("https://app.example.com/cb?a=b?", "https://app.example.com/cb?a=b?&code=c"),
    ])
    func `H03 an odd last character swallows no parameter`(text: String, location: String) throws {
        let match = try #require(RedirectURI.validate(registration: text).matching(text))
        #expect(match.appending([("code", "c")]) == location)
    }

    @Test(arguments: [
        ("http://127.0.0.1/cb", "http://127.0.0.1:53219/cb"), ("http://[::1]/cb", "http://[::1]:61023/cb"),
        ("http://127.0.0.1:8080/cb", "http://127.0.0.1/cb"),
        ("http://127.0.0.1:8080/cb", "http://127.0.0.1:1/cb"),
        ("http://127.0.0.1/cb?a=b", "http://127.0.0.1:65535/cb?a=b"), ("http://[::1]", "http://[::1]:9"),
    ])
    func `H04 a loopback address takes any port and answers there`(registered: String, asked: String) throws {
        #expect(try RedirectURI.validate(registration: registered).matching(asked)?.text == asked)
    }

    @Test(arguments: [
        "http://127.0.0.1:53219/cb2", "http://localhost:53219/cb", "http://127.0.0.1.evil/cb",
        "http://127.0.0.1:0/cb",
        "http://127.0.0.1:65536/cb", "http://127.0.0.1:080/cb", "http://127.0.0.1:/cb",
        "http://127.0.0.1:1@evil/cb",
        "http://127.0.0.1:+1/cb", "http://127.0.0.1:1/cb?x=1", "http://[::1]:1/cb", "https://127.0.0.1:1/cb",
        "HTTP://127.0.0.1:1/cb", "http://127.1:1/cb", "http://2130706433:1/cb", "http://127.0.0.1:1",
        "http://127.0.0.1:1/cb/",
        "http://127.0.0.1:١/cb", "http://127.0.0.1:1/cb#", "http://127.0.0.1:99999999999999999999/cb",
    ])
    func `H04 A7 the free port loosens nothing else`(asked: String) throws {
        #expect(try RedirectURI.validate(registration: "http://127.0.0.1/cb").matching(asked) == nil)
    }

    @Test func `the name localhost gets no free port`() throws {
        let registration = try RedirectURI.validate(registration: "http://localhost:3000/cb")
        #expect(registration.kind == .loopback)
        #expect(registration.warnings == [.localhostName])
        #expect(registration.matching("http://localhost:3000/cb") != nil)
        #expect(registration.matching("http://localhost:3001/cb") == nil)
    }

    @Test(arguments: [
        ("", RegistrationFault.empty), ("https://a.example/cb#x", .fragment),
        ("https://a.example/cb#", .fragment),
        ("https://*.example.com/cb", .wildcard), ("com.example.app:/*", .wildcard),
        ("https://u@a.example/", .userinfo),
        ("https://u:p@a.example/cb", .userinfo), ("javascript:alert(1)", .forbiddenScheme("javascript")),
        ("JavaScript:alert(1)", .forbiddenScheme("JavaScript")),
        ("data:text/html,x", .forbiddenScheme("data")),
        ("file:///etc/passwd", .forbiddenScheme("file")), ("http://app.example.com/cb", .insecureHTTP),
        ("http://127.0.0.2/cb", .insecureHTTP), ("myapp:/cb", .schemeWithoutDot("myapp")),
        ("/mobile/cb", .notAURI),
        ("https:///cb", .notAURI), ("https://a.example/%zz", .notAURI), ("https://a.example/é", .notAURI),
        ("https://a.example/a b", .notAURI), ("https:\\\\a.example", .notAURI),
        ("https:a.example/cb", .notAURI),
        ("com.example.app:", .notAURI), ("https://a.example/a/../b", .dotSegment),
        ("https://a.example/%2e%2E/b", .dotSegment),
        ("https://a.example/cb?code=1", .reservedParameter("code")),
        ("com.example.app:/cb?st%61te=1", .reservedParameter("state")),
        ("https://a.example/" + String(repeating: "a", count: 500), .tooLong),
    ])
    func `a registration that cannot be right is refused with its mend`(
        text: String, fault: RegistrationFault
    ) {
        #expect(throws: fault) { try RedirectURI.validate(registration: text) }
        #expect(!fault.explanation.isEmpty)
    }

    @Test(arguments: [
        ("com.example.app://cb", RegistrationWarning.authorityInPrivateScheme),
        ("https://App.example.com/cb", .unusualSpelling),
        ("https://app.example.com:443/cb", .unusualSpelling),
        ("HTTPS://app.example.com/cb", .unusualSpelling), ("HTTP://127.0.0.1/cb", .unusualSpelling),
    ])
    func `a registration that will surprise is warned of`(text: String, warning: RegistrationWarning) throws {
        let registration = try RedirectURI.validate(registration: text)
        #expect(registration.warnings == [warning])
        #expect(registration.matching(text)?.text == text)
        #expect(!warning.explanation.isEmpty)
    }

    @Test func `an https registration tells host and path`() throws {
        let registration = try RedirectURI.validate(registration: "https://app.example.com:8443?a=b")
        #expect(registration.kind == .claimedHTTPS(host: "app.example.com"))
        #expect(registration.httpsPath == "/")
        #expect(registration.warnings.isEmpty)
        #expect(
            try RedirectURI.validate(registration: Samples.callback).httpsPath == "/mobile/oauth/callback")
    }
}
