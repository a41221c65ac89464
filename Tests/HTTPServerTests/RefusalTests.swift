import HTTPServer
import Testing

struct RefusalTests {
    struct Case: CustomTestStringConvertible {
        let status: Int
        let request: String
        var testDescription: String { "\(status) for \(request.prefix(40).debugDescription)" }
    }

    static let cases = [
        Case(status: 400, request: "GET / HTTP/1.1\r\n\r\n"),
        Case(status: 400, request: "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
        Case(
            status: 400,
            request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
        Case(status: 400, request: "GET / HTTP/1.1\nHost: a\n\n"),
        Case(status: 413, request: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 65537\r\n\r\n"),
        Case(
            status: 414,
            request: "GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case(status: 417, request: "GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n"),
        Case(
            status: 431,
            request: "GET / HTTP/1.1\r\nHost: a\r\nX-A: " + String(repeating: "a", count: 17_000) + "\r\n\r\n"
        ),
        Case(status: 501, request: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n"),
        Case(status: 505, request: "GET / HTTP/2.0\r\nHost: a\r\n\r\n"),
    ]

    @Test(arguments: cases)
    func `what is refused is answered, then the connection ends`(refused: Case) async throws {
        try await withServer { _, address, answers in
            let client = try Client(address).send(refused.request)
            let answer = try client.answer()
            #expect(answer.status == refused.status)
            #expect(answer.fields["connection"] == "close")
            #expect(try client.rest() == "")
            #expect(answers.answered == 0)
        }
    }

    @Test func `a client that goes on sending can read why it was refused`() async throws {
        try await withServer { _, address, _ in
            let client = try Client(address)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
            client.send([UInt8](repeating: 97, count: 1_000_000))
            #expect(try client.answer().status == 413)
        }
    }

    @Test func `requests before the refused one are answered`() async throws {
        try await withServer { _, address, _ in
            let client = try Client(address).send("GET /now HTTP/1.1\r\nHost: a\r\n\r\n\u{1}\r\n\r\n")
            #expect(try client.answer().body == "now")
            #expect(try client.answer().status == 400)
        }
    }
}
