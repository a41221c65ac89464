import HTTP
import Testing

let date = DateLine(unixSeconds: 784_111_777)

func written(_ response: Response, _ form: AnswerForm = AnswerForm(omitsContent: false, connection: .implied))
    -> String
{
    var wire: [UInt8] = []
    response.append(to: &wire, form: form, date: date)
    return String(decoding: wire, as: UTF8.self)
}

func written(_ prepared: PreparedResponse, for text: String) -> String {
    guard let request = read(text).requests.first else { return "" }
    var wire: [UInt8] = []
    prepared.append(to: &wire, for: request, form: AnswerForm(for: request), date: date)
    return String(decoding: wire, as: UTF8.self)
}

let dateText = "date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

struct ResponseTests {
    @Test func `a response is written whole`() {
        let wire = written(.json(Array("{}".utf8)))
        #expect(
            wire == "HTTP/1.1 200 OK\r\n" + dateText
                + "content-length: 2\r\ncontent-type: application/json\r\n"
                + "cache-control: no-store\r\nx-content-type-options: nosniff\r\n\r\n{}")
    }

    @Test func `HEAD has the fields of GET and no content`() {
        let whole = written(.html("<p>"))
        let head = written(.html("<p>"), AnswerForm(omitsContent: true, connection: .implied))
        #expect(head + "<p>" == whole)
    }

    @Test func `204 and 304 have neither content nor length`() {
        for status in [Status.noContent, .notModified] {
            let wire = written(Response(status: status, body: [1]))
            #expect(!wire.contains("content-length") && wire.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func `an empty answer says so`() {
        #expect(written(.empty(.serviceUnavailable)).contains("content-length: 0\r\n"))
    }

    @Test(arguments: [
        (AnswerForm.Connection.implied, ""), (.keepAlive, "connection: keep-alive\r\n"),
        (.close, "connection: close\r\n"),
    ])
    func `the connection is named where it has to be`(connection: AnswerForm.Connection, line: String) {
        let form = AnswerForm(omitsContent: false, connection: connection)
        #expect(
            written(.empty(.ok), form).hasPrefix(
                "HTTP/1.1 200 OK\r\n" + dateText + line + "content-length: 0\r\n"))
    }

    @Test func `the form of an answer follows the request`() throws {
        let head = try #require(Request(.head, "/"))
        #expect(AnswerForm(for: head) == AnswerForm(omitsContent: true, connection: .implied))
        #expect(AnswerForm(for: head, closing: true).closes)
        let old = try #require(read("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").requests.first)
        #expect(AnswerForm(for: old).connection == .keepAlive)
        #expect(AnswerForm.refusal.closes)
    }

    @Test func `A27 a redirect is 303 unless asked for 302`() {
        #expect(written(.redirect(to: "https://a/?b=c")).hasPrefix("HTTP/1.1 303 See Other\r\n"))
        #expect(Response.redirect(to: "/", status: .found).status.code == 302)
        #expect(Response.redirect(to: "/x").fields[.location] == "/x")
    }

    @Test func `a refusal gives back nothing of the request`() {
        let wire = written(Refusal.malformed.response, .refusal)
        #expect(wire.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && wire.contains("connection: close\r\n"))
        #expect(wire.hasSuffix("\r\n\r\nBad Request\n"))
    }

    @Test(
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (1_767_225_599, "Wed, 31 Dec 2025 23:59:59 GMT"),
        ] as [(Int64, String)])
    func `dates are those of the calendar`(seconds: Int64, text: String) {
        #expect(DateLine.fixdate(seconds) == text)
    }
}
