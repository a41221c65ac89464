import HTTP
import Testing

private func post(_ fields: String, _ body: String, version: String = "1.1") -> String {
    "POST /p HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n\(body)"
}

struct FramingTests {
    @Test(arguments: [
        "Content-Length: 5", "Content-Length: 005", "Content-Length: 5 \t",
        "Content-Length: 5\r\nContent-Length: 5",
        "cOnTeNt-LeNgTh:5",
    ])
    func `a length in digits delimits the content`(fields: String) {
        let (requests, refusal) = read(post(fields + "\r\n", "a=b&c") + get("/next"))
        #expect(refusal == nil)
        #expect(requests.map(\.target.path) == ["/p", "/next"])
        #expect(requests.first?.body == Array("a=b&c".utf8))
    }

    @Test(arguments: ["", "Content-Length: 0\r\n"])
    func `without a length, or with none, there is no content`(fields: String) {
        #expect(read(post(fields, "") + get()).requests.map(\.body) == [[], []])
    }

    @Test(arguments: [
        "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5, 6", "Content-Length: 5, 5",
        "Content-Length: +5",
        "Content-Length: -5", "Content-Length: -0", "Content-Length: 0x5", "Content-Length: abc",
        "Content-Length: 5 5",
        "Content-Length: 1_0", "Content-Length: 5.0", "Content-Length:", "Content-Length : 5",
        "Content-Length: 5\r\nContent-Length: 05x",
    ])
    func `a length that is not plain digits, or two that differ, is refused with 400`(fields: String) {
        let (requests, refusal) = read(post(fields + "\r\n", "a=b&c") + get())
        #expect(requests.isEmpty && refusal == .malformed)
    }

    @Test(arguments: ["65537", "99999999999", "18446744073709551621", String(repeating: "9", count: 40)])
    func `a length beyond the limit is refused with 413 before the content comes`(length: String) {
        let refusal = read(post("Content-Length: \(length)\r\n", "")).refusal
        #expect(refusal == .contentTooLarge && refusal?.status.code == 413)
    }

    @Test(arguments: [
        "Content-Length: 15\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4",
        "Transfer-Encoding:\r\nContent-Length: 5", "Transfer-Encoding:",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: \u{B}chunked",
        "Transfer-Encoding: chunked\0",
        "Transfer-Encoding : chunked", "Transfer-Encoding:\r\n chunked",
        "Transfer-Encoding: identity\r\nContent-Length: 5",
    ])
    func `what smuggles is refused with 400`(fields: String) {
        let (requests, refusal) = read(post(fields + "\r\n", "5\r\na=b&c\r\n0\r\n\r\n") + get())
        #expect(requests.isEmpty && refusal == .malformed)
    }

    @Test(arguments: ["gzip", "gzip, chunked", "xchunked", "identity", "\"chunked\"", "chunked;q=1"])
    func `a coding that we do not know is refused with 501`(coding: String) {
        let refusal = read(post("Transfer-Encoding: \(coding)\r\n", "5\r\na=b&c\r\n0\r\n\r\n")).refusal
        #expect(refusal == .notImplemented && refusal?.status.code == 501)
    }

    @Test func `HTTP 1.0 has no chunks`() {
        #expect(
            read(post("Transfer-Encoding: chunked\r\n", "0\r\n\r\n", version: "1.0")).refusal == .malformed)
    }

    @Test func `a request in the content of another is content`() {
        let hidden = "GET /hidden HTTP/1.1\r\nX: "
        let requests = read(
            "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: \(hidden.utf8.count)\r\n\r\n\(hidden)" + get("/b")
        ).requests
        #expect(requests.map(\.target.path) == ["/a", "/b"])
    }

    @Test func `a client that waits for 100 is told once, one that does not wait is not`() {
        var parser = RequestParser()
        let head = Array(post("Content-Length: 5\r\nExpect: 100-Continue\r\n", "").utf8)
        let step = parser.parse(head)
        #expect(step.consumed == head.count)
        guard case .expectsContinue = step.event else {
            Issue.record("not told")
            return
        }
        #expect(parser.isInContent && !parser.isIdle)
        guard case .request(let request) = parser.parse(Array("a=b&c".utf8)).event else {
            Issue.record("no request")
            return
        }
        #expect(request.body.count == 5 && parser.isIdle)
        var other = RequestParser()
        guard case .request = other.parse(head + Array("a=b&c".utf8)).event else {
            Issue.record("told though the content was there")
            return
        }
    }

    @Test func `an expectation is void in HTTP 1.0 and without content, and 417 when unknown`() {
        var parser = RequestParser()
        guard
            case .needMore = parser.parse(
                Array(post("Content-Length: 5\r\nExpect: 100-continue\r\n", "", version: "1.0").utf8)
            ).event
        else {
            Issue.record("told a client of 1.0")
            return
        }
        #expect(read(get("/", "Expect: 100-continue\r\n")).requests.count == 1)
        let refusal = read(get("/", "Expect: teapot\r\n")).refusal
        #expect(refusal == .expectation && refusal?.status.code == 417)
    }
}
