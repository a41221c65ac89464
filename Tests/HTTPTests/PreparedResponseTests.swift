import Testing

@testable import HTTP

struct PreparedResponseTests {
    private static let caching = "public, max-age=60"

    private func prepared(_ body: [UInt8], status: Status = .ok) -> PreparedResponse {
        let fields = Fields([(.contentType, "application/json"), (.cacheControl, Self.caching)])
        return PreparedResponse(Response(status: status, fields: fields, body: body))
    }

    private var short: PreparedResponse { prepared(Array("{\"a\":1}".utf8)) }
    private static let text = Array(
        String(repeating: "{\"issuer\":\"https://auth.example.com\"}", count: 20).utf8)
    private var long: PreparedResponse { prepared(Self.text) }
    private let gzip = "Accept-Encoding: gzip, br\r\n"

    /// Its head, and its content after it.
    private func parts(_ prepared: PreparedResponse, for text: String) throws -> (head: String, body: [UInt8])
    {
        let request = try #require(read(text).requests.first)
        var wire: [UInt8] = []
        prepared.append(to: &wire, for: request, form: AnswerForm(for: request), date: date)
        let end = try #require(wire.firstRange(of: Array("\r\n\r\n".utf8))).upperBound
        return (String(decoding: wire[..<end], as: UTF8.self), Array(wire[end...]))
    }

    @Test func `GET is whole, and only Date and Connection are put in`() {
        let tag = short.entityTag.text
        #expect(
            written(short, for: get()) == "HTTP/1.1 200 OK\r\n" + dateText + "content-length: 7\r\n"
                + "content-type: application/json\r\ncache-control: public, max-age=60\r\netag: \(tag)\r\n\r\n{\"a\":1}"
        )
        #expect(
            written(short, for: get("/", "Connection: close\r\n")).contains(
                dateText + "connection: close\r\n"))
    }

    @Test func `HEAD is the head of GET`() throws {
        for fields in ["", gzip] {
            let whole = try parts(long, for: get("/", fields))
            let head = try parts(long, for: "HEAD / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
            #expect(head.head == whole.head && head.body.isEmpty)
            #expect(head.head.contains("content-length: \(whole.body.count)\r\n"))
        }
    }

    @Test func `who has it already gets 304 with the tag and no content`() {
        let tag = short.entityTag.text
        for value in [tag, "W/" + tag, "\"x\", " + tag, "*", "\"x\" , W/\(tag)"] {
            #expect(
                written(short, for: get("/", "If-None-Match: \(value)\r\n"))
                    == "HTTP/1.1 304 Not Modified\r\n" + dateText
                    + "cache-control: public, max-age=60\r\netag: \(tag)\r\n\r\n")
        }
        for value in ["\"x\"", String(tag.dropLast()), "W/", ""] {
            #expect(
                written(short, for: get("/", "If-None-Match: \(value)\r\n")).hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test func `gzip goes to who takes it, and caches are told that there are two`() throws {
        let plain = try parts(long, for: get())
        let packed = try parts(long, for: get("/", gzip))
        #expect(plain.body == Self.text && unpacked(packed.body, count: Self.text.count) == Self.text)
        #expect(packed.head.contains("content-encoding: gzip\r\n"))
        #expect(!plain.head.contains("content-encoding"))
        for head in [plain.head, packed.head] { #expect(head.contains("vary: accept-encoding\r\n")) }
    }

    @Test func `each form has its own strong tag, which gives 304 to who asks for that form`() throws {
        let tags = try ["", gzip].map { fields in
            let head = try parts(long, for: get("/", fields)).head
            return try #require(head.split(separator: "\r\n").first { $0.hasPrefix("etag: ") }).dropFirst(6)
        }
        #expect(tags[0] != tags[1] && tags.allSatisfy { $0.hasPrefix("\"") })
        for (tag, fields) in [(tags[0], ""), (tags[1], gzip)] {
            let known = try parts(long, for: get("/", fields + "If-None-Match: \(tag)\r\n"))
            #expect(
                known.head == "HTTP/1.1 304 Not Modified\r\n" + dateText
                    + "cache-control: public, max-age=60\r\netag: \(tag)\r\nvary: accept-encoding\r\n\r\n")
            #expect(known.body.isEmpty)
            let other = try parts(
                long, for: get("/", (fields == "" ? gzip : "") + "If-None-Match: \(tag)\r\n"))
            #expect(other.head.hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test func `what gzip makes no smaller has one form`() throws {
        for one in [short, prepared((0..<400).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 167) })] {
            let answer = try parts(one, for: get("/", gzip))
            #expect(!answer.head.contains("content-encoding") || answer.body.count < 400)
        }
        #expect(try !parts(short, for: get("/", gzip)).head.contains("vary"))
    }

    @Test func `a status without content has none`() {
        #expect(written(prepared([], status: .noContent), for: get()).hasSuffix("\r\n\r\n"))
    }

    @Test func `another content has another tag, the same content the same`() {
        let tags = ["a", "b", "", "aa"].map { EntityTag(of: Array($0.utf8)).text }
        #expect(Set(tags).count == 4)
        #expect(EntityTag(of: [97]).text == tags[0])
        #expect(tags.allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") })
    }
}
