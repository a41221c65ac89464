import HTTP
import Testing

struct FieldLineTests {
    @Test(arguments: [
        "X-A: a\rb\r\n", "X-A: a\0b\r\n", "X-A: a\u{7}b\r\n", "X-A: a\u{7F}\r\n", "X-A: a\r\n b\r\n",
        "X-A: a\r\n\tb\r\n", "X-A : b\r\n",
        "X A: b\r\n", "X\tA: b\r\n", ": b\r\n", "X-A\r\n", "X-A[]: b\r\n", "X\0A: b\r\n", "X-\u{EB}: b\r\n",
        " X-A: b\r\n", "\rX-A: b\r\n",
        "X-A: b\nX-B: c\r\n", "\n", "X_A: b\r\n", "Content_Length: 5\r\n",
    ])
    func `a line that two readers could read differently is refused`(line: String) {
        #expect(read("GET / HTTP/1.1\r\nHost: a\r\n" + line + "\r\n").refusal == .malformed)
    }

    @Test func `line ends are CR LF and nothing else`() {
        #expect(read("GET / HTTP/1.1\nHost: a\r\n\r\n").refusal == .malformed)
        #expect(read("GET / HTTP/1.1\r\nHost: a\r\n\n").refusal == .malformed)
        #expect(read("GET / HTTP/1.1\rHost: a\r\r").refusal == .malformed)
        #expect(read("GET / HTTP/1.1\r\n X-A: b\r\nHost: a\r\n\r\n").refusal == .malformed)
    }

    @Test func `a value may hold tabs and octets over 127`() throws {
        let bytes =
            Array("GET / HTTP/1.1\r\nHost: a\r\nX-A: a\tb".utf8) + [0xE9, 0xFF] + Array("\r\n\r\n".utf8)
        #expect(read(bytes).requests.count == 1)
    }

    @Test(arguments: [
        "", "Host: a\r\nHost: a\r\n", "Host: a\r\nHost: b\r\n", "Host:\r\n", "Host: a/x\r\n", "Host: u@a\r\n",
        "Host: a, b\r\n", "Host: a b\r\n",
        "Host: a:8x0\r\n", "Host: a:\r\n", "Host: a:0\r\n", "Host: a:65536\r\n", "Host: a:080\r\n",
        "Host : a\r\n", "Host: a.\r\n",
        "Host: a..b\r\n", "Host: [::1\r\n", "Host: ::1\r\n", "Host: a\"x\r\n", "Host: a?b\r\n",
        "Host: a#b\r\n", "Host: 127.1\r\n",
    ])
    func `a missing, doubled or odd Host is refused`(lines: String) {
        #expect(read("GET / HTTP/1.1\r\n" + lines + "\r\n").refusal == .malformed)
    }

    @Test(arguments: [
        "a", "a.example:8080", "127.0.0.1:80", "[::1]", "[2001:db8::1]:443", "x_y.example", "XN--A.example",
    ])
    func `a host by name or by address is taken`(host: String) {
        #expect(read(get(host: host)).requests.first?.host == host.lowercased())
    }

    @Test func `HTTP 1.0 may go without a host`() {
        #expect(read("GET / HTTP/1.0\r\n\r\n").requests.first?.host == "")
        #expect(read("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n").refusal == .malformed)
    }

    @Test func `fields may have 16384 bytes in all, one more is 431`() {
        let room = 16384 - "Host: a.example\r\nX-A: \r\n".utf8.count
        #expect(read(get("/", "X-A: " + String(repeating: "v", count: room) + "\r\n")).requests.count == 1)
        #expect(
            read(get("/", "X-A: " + String(repeating: "v", count: room + 1) + "\r\n")).refusal
                == .fieldsTooLarge)
        #expect(
            read("GET / HTTP/1.1\r\nX-A: " + String(repeating: "v", count: 17000)).refusal == .fieldsTooLarge)
        #expect(read("GET / HTTP/1.1\r\n" + String(repeating: "X", count: 17000)).refusal == .fieldsTooLarge)
        #expect(Refusal.fieldsTooLarge.status.code == 431)
    }

    @Test func `there may be 100 fields, one more is 431`() {
        #expect(read(get("/", (0..<99).map { "X-\($0): v\r\n" }.joined())).requests.count == 1)
        #expect(read(get("/", (0..<100).map { "X-\($0): v\r\n" }.joined())).refusal == .fieldsTooLarge)
    }
}
