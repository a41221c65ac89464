import Broker
import OAuth
import Settings
import Testing

struct ServerReadingTests {
    private func fault(_ key: String, _ value: String?) -> Fault? {
        Desk.read(["server": Desk.server([key: value])]).hard["server.\(key)"]
    }

    @Test(arguments: [
        "http://auth.example.com", "HTTPS://auth.example.com/", "https://auth.example.com/",
        "https://auth.example.com/path", "https://auth.example.com?x=1", "https://u@auth.example.com",
        "auth.example.com",
        "ftp://auth.example.com", "http://127.0.0.1.evil.example", "https://auth.example.com#x", "",
        "javascript:alert(1)", "https://ä.example", "https://Auth.example.com",
        "HTTPS://auth.example.com", "https://auth.example.com:443", "http://127.0.0.1:80",
    ])
    func `public_url is https, scheme and host alone`(url: String) {
        #expect(fault("public_url", "\"\(url)\"") != nil)
        #expect(fault("link_url", "\"\(url)\"") != nil)
    }

    @Test(arguments: [
        "http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080", "https://a.example:444",
    ])
    func `http is taken for loopback hosts, and a port may stand`(url: String) {
        #expect(fault("public_url", "\"\(url)\"") == nil)
    }

    @Test func `public_url and listen are required`() {
        for value in [nil, "null"] {
            #expect(fault("public_url", value)?.problem == "is missing")
            #expect(fault("listen", value)?.problem == "is missing")
        }
        #expect(fault("listen", "[]") != nil)
    }

    @Test(arguments: [
        "8080", "\"8080\"", "\"example.com:80\"", "\"127.0.0.1\"", "\"127.0.0.1:99999\"", "\"unix:run\"",
        "true",
    ])
    func `listen is an address and a port`(value: String) {
        #expect(Desk.read(["server": Desk.server(["listen": value])]).hard["server.listen"] != nil)
    }

    @Test(arguments: ["\"10.0.0.0/33\"", "\"proxy\"", "1"])
    func `a trusted proxy is a network`(value: String) {
        let reading = Desk.read(["server": Desk.server(["trusted_proxies": "[\(value)]"])])
        #expect(reading.hard["server.trusted_proxies[0]"] != nil)
    }

    @Test(arguments: [
        ("workers", "-1"), ("workers", "1.5"), ("workers", "\"2\""), ("workers", "1e99"), ("workers", "257"),
    ])
    func `numbers are whole and within bounds`(key: String, value: String) {
        #expect(fault(key, value) != nil)
    }

    @Test func `a link host that is the issuer's, or none, is worth a warning`() {
        let same = Desk.read(["server": Desk.server(["link_url": "\"https://auth.example.com\""])])
        #expect(same.warned.contains { $0.path == "server.link_url" && $0.problem.contains("TN3155") })
        let none = Desk.read([
            "server": Desk.server(["link_url": nil]),
            "clients": "[\(Desk.client(["redirect_uris": "[\"com.example.a:/cb\"]"]))]",
        ])
        #expect(none.isSound)
        #expect(none.warned.contains { $0.path == "server.link_url" })
    }

    @Test(arguments: ["sqlite:homing.db", "sqlite://homing.db", "mysql://u@h/d", "/var/lib/x", ""])
    func `a store that this build does not know is a fault`(url: String) {
        #expect(Desk.read(["store": "{ url: \"\(url)\" }"]).hard["store.url"] != nil)
    }

    @Test(arguments: [
        "\"off\"", "{ token: \"off\", pages: \"20/s\", resume: \"1/h\", authorize: \"1200/min\" }",
    ])
    func `rate limits are rates or off`(value: String) {
        #expect(Desk.read(["rate_limits": value]).isSound)
    }

    @Test(arguments: [
        "{ token: \"x/min\" }", "{ token: \"10\" }", "{ token: \"-1/s\" }", "{ tokn: \"1/s\" }",
        "{ token: 5 }", "\"of\"",
    ])
    func `what is no rate is a fault`(value: String) {
        #expect(!Desk.read(["rate_limits": value]).hard.isEmpty)
    }
}
