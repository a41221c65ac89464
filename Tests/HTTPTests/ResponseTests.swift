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

private let dateText = "date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

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

struct PreparedResponseTests {
    private let prepared = PreparedResponse(
        Response(
            status: .ok,
            fields: Fields([(.contentType, "application/json"), (.cacheControl, "public, max-age=60")]),
            body: Array("{\"a\":1}".utf8)))

    @Test func `GET is whole, and only Date and Connection are put in`() {
        let tag = prepared.entityTag.text
        #expect(
            written(prepared, for: get()) == "HTTP/1.1 200 OK\r\n" + dateText + "content-length: 7\r\n"
                + "content-type: application/json\r\ncache-control: public, max-age=60\r\netag: \(tag)\r\n\r\n{\"a\":1}"
        )
        #expect(
            written(prepared, for: get("/", "Connection: close\r\n")).contains(
                dateText + "connection: close\r\n"))
    }

    @Test func `HEAD is the head of GET`() {
        let head = written(prepared, for: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(head + "{\"a\":1}" == written(prepared, for: get()))
    }

    @Test func `who has it already gets 304 with the tag and no content`() {
        let tag = prepared.entityTag.text
        for value in [tag, "W/" + tag, "\"x\", " + tag, "*", "\"x\" , W/\(tag)"] {
            #expect(
                written(prepared, for: get("/", "If-None-Match: \(value)\r\n"))
                    == "HTTP/1.1 304 Not Modified\r\n" + dateText
                    + "cache-control: public, max-age=60\r\netag: \(tag)\r\n\r\n")
        }
        for value in ["\"x\"", String(tag.dropLast()), "W/", ""] {
            #expect(
                written(prepared, for: get("/", "If-None-Match: \(value)\r\n")).hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test func `another content has another tag, the same content the same`() {
        let tags = ["a", "b", "", "aa"].map { EntityTag(of: Array($0.utf8)).text }
        #expect(Set(tags).count == 4)
        #expect(EntityTag(of: [97]).text == tags[0])
        #expect(tags.allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") })
    }
}
