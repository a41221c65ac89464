import Codec
import HTTP
import Testing

struct RequestTests {
    @Test(arguments: [
        ("Sec-Purpose: prefetch", true), ("Sec-Purpose: prefetch;prerender", true),
        ("Sec-Purpose: prefetch;anonymous-client-ip", true),
        ("Purpose: prefetch", true), ("purpose: Prefetch", true), ("X-Moz: prefetch", true),
        ("X-Purpose: preview", false),
        ("Sec-Purpose: ", false), ("Purpose: fetch", false), ("Sec-Fetch-Dest: document", false),
    ])
    func `H24 a speculative request is known by its purpose`(field: String, isSpeculative: Bool) throws {
        #expect(try #require(read(get("/", field + "\r\n")).requests.first).isSpeculative == isSpeculative)
    }

    @Test func `H24 a plain request is not speculative`() {
        #expect(read(get()).requests.first?.isSpeculative == false)
    }

    @Test(arguments: [
        ("text/html,application/xhtml+xml,*/*;q=0.8", true), ("TEXT/HTML", true), ("*/*", false),
        ("application/json", false),
    ])
    func `a browser going to a page names text and html`(accept: String, isHTML: Bool) throws {
        #expect(try #require(read(get("/", "Accept: \(accept)\r\n")).requests.first).acceptsHTML == isHTML)
    }

    @Test func `a form is read from a body of its type alone`() throws {
        let type = { Fields([(FieldName.contentType, $0)]) }
        let body = Array("a=b%2Bc&d=".utf8)
        let form = try #require(
            Request(.post, "/", fields: type("Application/X-WWW-Form-URLencoded; charset=UTF-8"), body: body)
        ).form
        #expect(form.names == ["a", "d"] && form.values("a") == ["b+c"])
        let json = try #require(Request(.post, "/", fields: type("application/json"), body: body))
        #expect(throws: BodyFault.contentType) { try json.form }
        let none = try #require(Request(.post, "/", body: body))
        #expect(throws: BodyFault.contentType) { try none.form }
        let bad = try #require(
            Request(.post, "/", fields: type("application/x-www-form-urlencoded"), body: Array("a=%".utf8)))
        #expect(throws: BodyFault.form(.malformedEncoding)) { try bad.form }
    }

    @Test func `two content types are none`() throws {
        let fields = Fields([
            (.contentType, "application/json"), (.contentType, "application/x-www-form-urlencoded"),
        ])
        let request = try #require(Request(.post, "/", fields: fields))
        #expect(!request.isOfType("application/json"))
        #expect(!request.isOfType("application/x-www-form-urlencoded"))
    }

    @Test func `the query is a form as well`() throws {
        #expect(try #require(Request(.get, "/x?a=1&b=2")).query.names == ["a", "b"])
        #expect(try #require(Request(.get, "/x")).query.names.isEmpty)
        #expect(throws: FormFault.malformedEncoding) { try #require(Request(.get, "/x?a=%zz")).query }
    }

    @Test func `a request made by hand is checked like a received one`() {
        #expect(Request(.get, "/a b") == nil)
        #expect(Request(.get, "/", host: "a/b") == nil)
        #expect(Request(.post, "/x?y", body: [1, 2])?.body == [1, 2])
    }
}

struct ClientAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::1", "::1"), ("2001:DB8:0:0::1", "2001:db8::1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ])
    func `an address is read and written in its usual form`(text: String, usual: String) throws {
        #expect(try #require(ClientAddress(text)).text == usual)
    }

    @Test(arguments: [
        "", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.4:80", "[::1]", "fe80::1%eth0", "localhost", "1.2.3.4 ",
        "::g", "1.2.3.4\u{0}5", "::\u{0}",
    ])
    func `anything else is none`(text: String) {
        #expect(ClientAddress(text) == nil)
    }

    @Test func `limits count a whole IPv6 network as one`() throws {
        let one = try #require(ClientAddress("2001:db8:1:2::1"))
        #expect(one.limitKey == ClientAddress("2001:db8:1:2:ffff::2")?.limitKey)
        #expect(one.limitKey != ClientAddress("2001:db8:1:3::1")?.limitKey)
        #expect(ClientAddress("192.0.2.1")?.limitKey != ClientAddress("192.0.2.2")?.limitKey)
    }

    @Test(arguments: [
        ("10.1.2.3", "10.0.0.0", 8, true), ("11.1.2.3", "10.0.0.0", 8, false),
        ("127.0.0.1", "127.0.0.1", 32, true),
        ("127.0.0.2", "127.0.0.1", 32, false), ("1.2.3.4", "0.0.0.0", 0, true), ("::1", "::1", 128, true),
        ("::2", "::1", 128, false),
        ("2001:db8::1", "2001:db8::", 32, true), ("2001:db9::1", "2001:db8::", 32, false),
        ("::1", "0.0.0.0", 0, false),
        ("2001:db8:0:0:8000::", "2001:db8::", 65, false), ("10.0.0.1", "10.0.0.0", 33, false),
    ])
    func `a network holds the addresses that begin alike`(
        text: String, network: String, prefix: Int, isWithin: Bool
    ) throws {
        let address = try #require(ClientAddress(text))
        #expect(address.isWithin(try #require(ClientAddress(network)), prefix: prefix) == isWithin)
    }
}
