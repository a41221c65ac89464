import HTTP
import Testing

struct RequestLineTests {
    private func refusal(_ line: String) -> Refusal? { read(line + "\r\nHost: a.example\r\n\r\n").refusal }

    @Test(arguments: [
        "GET /", "GET / http/1.1", "GET / HTTP/1", "GET / HTTP/01.01", "GET / HTTP/ 1.1", "GET / HTTP/1.1 ",
        "GET  / HTTP/1.1",
        "GET\t/\tHTTP/1.1", "GET HTTP/1.1", " / HTTP/1.1", "GET /a b HTTP/1.1", "GET /\rX HTTP/1.1",
        "G@T / HTTP/1.1",
        "GET /#f HTTP/1.1", "GET /a\0b HTTP/1.1", "GET /a\u{1}b HTTP/1.1", "GET /é HTTP/1.1",
        "GET /..\\..\\x HTTP/1.1",
        "GET /%zz%1 HTTP/1.1", "GET /%00x HTTP/1.1", "GET /x%0d%0aA:%20b HTTP/1.1", "GET /%7f HTTP/1.1",
        "GET localhost:80 HTTP/1.1",
        "GET * HTTP/1.1", "OPTIONS ** HTTP/1.1", "GET /?a#b HTTP/1.1", "GET /?\"x HTTP/1.1",
        "GET /?a b HTTP/1.1", "GET x HTTP/1.1",
        "GET ftp://a.example/ HTTP/1.1", "GET http:// HTTP/1.1", "GET http:///x HTTP/1.1",
        "GET http://u@a.example/ HTTP/1.1",
        "GET https: HTTP/1.1", "", "GET / HTTP/1.1\r",
    ])
    func `what is no request line is refused with 400`(line: String) {
        #expect(refusal(line) == .malformed)
    }

    @Test(arguments: ["GET / HTTP/2.0", "GET / HTTP/9.9", "GET / HTTP/0.9", "PRI * HTTP/2.0"])
    func `another major version is refused with 505`(line: String) {
        #expect(refusal(line) == .version)
        #expect(refusal(line)?.status.code == 505)
    }

    @Test func `CONNECT and a method that nobody has are refused with 501`() {
        #expect(refusal("CONNECT example.com:443 HTTP/1.1") == .notImplemented)
        #expect(refusal(String(repeating: "G", count: 33) + " / HTTP/1.1") == .notImplemented)
        #expect(read(String(repeating: "G", count: 20000)).refusal == .notImplemented)
    }

    @Test(arguments: [
        ("GET", Method.get), ("HEAD", .head), ("POST", .post), ("PUT", .put), ("DELETE", .delete),
        ("OPTIONS", .options),
        ("PATCH", .patch), ("TRACE", .trace), ("get", .other), ("FROBNICATE", .other), ("M-SEARCH", .other),
    ])
    func `methods are told apart by their exact names`(name: String, method: Method) {
        #expect(read("\(name) / HTTP/1.1\r\nHost: a\r\n\r\n").requests.first?.method == method)
    }

    @Test(
        arguments: [
            ("/", "/", nil), ("/?", "/", ""), ("//a//b", "//a//b", nil),
            ("/a%2Fb;c=1/~x", "/a%2Fb;c=1/~x", nil),
            ("/?a=%zz&b={x}|[y]\\^`", "/", "a=%zz&b={x}|[y]\\^`"), ("/?a?b", "/", "a?b"),
            ("http://a.example", "/", nil),
            ("HTTP://A.example/x?y", "/x", "y"), ("https://a.example?q", "/", "q"),
        ] as [(String, String, String?)])
    func `path and query are kept as they came`(target: String, path: String, query: String?) throws {
        let request = try #require(read(get(target)).requests.first)
        #expect(request.target.path == path && request.target.query == query)
        #expect(request.target.withPath { String(decoding: $0, as: UTF8.self) } == path)
        #expect(request.target.withQuery { String(decoding: $0, as: UTF8.self) } == query ?? "")
    }

    @Test func `OPTIONS may ask the server itself`() {
        #expect(read("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n").requests.first?.target.path == "*")
    }

    @Test func `a target of another host than the Host field is refused`() {
        #expect(read(get("http://a.example/", host: "A.EXAMPLE")).requests.count == 1)
        #expect(read(get("http://a.example/", host: "evil.example")).refusal == .malformed)
        #expect(read(get("http://a.example:80/", host: "a.example")).refusal == .malformed)
    }

    @Test func `a request line may have 8192 bytes, one more is 414`() {
        let room = 8192 - "GET / HTTP/1.1".utf8.count
        #expect(read(get("/" + String(repeating: "q", count: room))).requests.count == 1)
        #expect(read(get("/" + String(repeating: "q", count: room + 1))).refusal == .targetTooLong)
        #expect(read("GET /" + String(repeating: "q", count: 9000)).refusal == .targetTooLong)
        #expect(Refusal.targetTooLong.status.code == 414)
    }

    @Test(
        arguments: [
            [0x16, 0x03, 0x01, 0x00], [0x00], [0x80], Array("\rG".utf8), Array("GET / HTTP/1.1\rHost".utf8),
        ] as [[UInt8]])
    func `what cannot become a request is refused before its line ends`(bytes: [UInt8]) {
        #expect(read(bytes).refusal == .malformed)
    }
}
