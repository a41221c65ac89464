import HTTP
import Testing

struct FieldsTests {
    @Test func `fields keep their order, and a name counts in any case`() throws {
        var fields = Fields([(.vary, "a"), (.etag, "\"1\""), (.vary, "b")])
        #expect(fields[.vary] == "a" && fields.all(.vary) == ["a", "b"])
        #expect(String(decoding: fields.wire, as: UTF8.self) == "vary: a\r\netag: \"1\"\r\nvary: b\r\n")
        fields[.vary] = "c"
        #expect(fields.list.map(\.value) == ["\"1\"", "c"])
        fields[.etag] = nil
        #expect(!fields.contains(.etag) && fields.contains(.vary))
    }

    @Test func `a received field is read and can be changed in a copy`() throws {
        let request = try #require(read(get("/", "COOKIE: a=b\r\nX-A: 1\r\n")).requests.first)
        var fields = request.fields
        fields.append(.vary, "x")
        fields.remove(.cookie)
        #expect(fields[.cookie] == nil && fields[.vary] == "x" && fields[.host] == "a.example")
        #expect(request.fields[.cookie] == "a=b" && request.fields[.vary] == nil)
    }

    @Test(arguments: ["", "a b", "a:b", "a_b", "a\r\nb", "é", "a\0", "a/b", "(a)"])
    func `what is no field name is none`(text: String) {
        #expect(FieldName(text) == nil)
    }

    @Test(arguments: [
        "a\r\nSet-Cookie: p=1", "a\nb", "a\rb", "a\0b", "a\u{1}", "a\u{7F}", "é", "\u{2028}", "\u{1F600}",
    ])
    func `A53 a value that may not travel is never stored, and its response leaves as an empty 500`(
        value: String
    ) {
        var response = Response.redirect(to: value)
        response.fields.append(.vary, value)
        #expect(!response.fields.isSendable)
        let wire = written(response)
        #expect(wire.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        #expect(!wire.contains("location") && !wire.contains("vary"))
        let prepared = written(PreparedResponse(response), for: get())
        #expect(prepared.hasPrefix("HTTP/1.1 500 ") && !prepared.contains("vary"))
    }
}
