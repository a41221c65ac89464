import HTTP
import Testing

struct ChunkedContentTests {
    private func outcome(_ body: String, limits: RequestLimits = RequestLimits()) -> (
        requests: [Request], refusal: Refusal?
    ) {
        read(
            "POST /p HTTP/1.1\r\nHost: a\r\ntRANSFER-eNCODING: ChUnKeD\r\n\r\n" + body + get("/next"),
            limits: limits)
    }

    @Test(arguments: [
        ("5\r\na=b&c\r\n0\r\n\r\n", "a=b&c"), ("1\r\na\r\n2\r\n=b\r\n2\r\n&c\r\n0\r\n\r\n", "a=b&c"),
        ("0\r\n\r\n", ""),
        ("000A\r\n0123456789\r\n0\r\n\r\n", "0123456789"),
        ("5;n=v;q=\"a \\\" b\"\r\na=b&c\r\n0;x\r\n\r\n", "a=b&c"),
        ("5\r\na=b&c\r\n0\r\nX-T: 1\r\n\r\n", "a=b&c"), ("6\r\n\r\n0\r\n\r\r\n0\r\n\r\n", "\r\n0\r\n\r"),
        (
            "5\r\na=b&c\r\n0\r\nContent-Length: 50\r\nTransfer-Encoding: gzip\r\nHost: evil.example\r\n\r\n",
            "a=b&c"
        ),
    ])
    func `chunks are put together, extensions and trailers dropped`(body: String, content: String) throws {
        let (requests, refusal) = outcome(body)
        #expect(refusal == nil)
        #expect(requests.map(\.target.path) == ["/p", "/next"])
        #expect(requests.first?.body == Array(content.utf8))
        #expect(requests.first?.fields[try #require(FieldName("x-t"))] == nil)
        #expect(requests.first?.host == "a")
    }

    @Test(arguments: [
        "0x5\r\na=b&c\r\n", "+5\r\na=b&c\r\n", "-5\r\na=b&c\r\n", " 5\r\na=b&c\r\n", "5 \r\na=b&c\r\n",
        "1_0\r\n0123456789abcdef\r\n",
        "xyz\r\na=b&c\r\n", "\r\na=b&c\r\n", "5\na=b&c\r\n", "5\ra=b&c\r\n", "5;a\nb\r\na=b&c\r\n",
        "5;a\0b\r\na=b&c\r\n", "5;\r\na=b&c\r\n",
        "5;a=\r\na=b&c\r\n", "5;a=\"b\r\na=b&c\r\n", "5; a\r\na=b&c\r\n", "5;a=\"\u{1}\"\r\na=b&c\r\n",
        "5\r\na=b&cXX\r\n", "7\r\na=b&c\r\n",
        "5\r\na=b&c\n", "5\r\na=b&c\r0", "0\r\nX T\0: 1\r\n\r\n", "0\r\n X: 1\r\n\r\n", "0\r\nX\r\n\r\n",
        "0\r\nX: 1\n\r\n", "0\r\n\n",
    ])
    func `a chunk or trailer out of grammar is refused with 400`(body: String) {
        let (requests, refusal) = outcome(body + "0\r\n\r\n")
        #expect(requests.isEmpty && refusal == .malformed)
    }

    @Test(arguments: ["10000000000000005\r\n", "10001\r\n", "FFFFFFFFFFFFFFFF\r\n"])
    func `content beyond the limit is refused with 413 when its size is told`(body: String) {
        #expect(outcome(body).refusal == .contentTooLarge)
    }

    @Test func `many chunks may not exceed the limit together`() {
        let full = "10000\r\n" + String(repeating: "z", count: 65536) + "\r\n"
        #expect(outcome(full + "1\r\n").refusal == .contentTooLarge)
    }

    @Test func `content may fill the limit`() {
        #expect(
            outcome("10000\r\n" + String(repeating: "z", count: 65536) + "\r\n0\r\n\r\n").requests.first?.body
                .count == 65536)
    }

    @Test func `extensions and trailers are bounded, each and in all`() {
        #expect(outcome("5;" + String(repeating: "e", count: 100_000)).refusal == .malformed)
        let many = String(repeating: "1;" + String(repeating: "e", count: 200) + "\r\na\r\n", count: 30)
        #expect(outcome(many + "0\r\n\r\n").refusal == .malformed)
        #expect(outcome("0\r\nX: " + String(repeating: "e", count: 20000)).refusal == .fieldsTooLarge)
        #expect(
            outcome("0\r\n" + String(repeating: "X: 1\r\n", count: 101) + "\r\n").refusal == .fieldsTooLarge)
    }
}
