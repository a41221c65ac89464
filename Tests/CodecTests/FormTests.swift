import Codec
import Testing

struct FormTests {
    private func form(_ text: String, limit: Int = 100) throws(FormFault) -> Form {
        try Form(parsing: text.utf8, limit: limit)
    }

    @Test(arguments: [
        ("state=a%2Bb%2Fc%3D%3D", "a+b/c=="),
        (
            "state=%7B%22r%22%3A%22%2Fhome%3Fx%3D1%26y%3D2%22%2C%22n%22%3A%22Zo%C3%AB%22%7D",
            #"{"r":"/home?x=1&y=2","n":"Zoë"}"#
        ),
        ("state=a+b", "a b"),
    ])
    func `H06 a state with plus, slash, equals and JSON is read`(query: String, state: String) throws {
        #expect(try form(query).single("state") == state)
    }

    @Test(arguments: ["a+b/c==", #"{"r":"/home?x=1&y=2","n":"Zoë"}"#, "a b", "%", "~-._", "\u{1F600}", "\n"])
    func `H06 what is written reads the same by a form decoder and by a plain percent decoder`(text: String)
        throws
    {
        let written = Form.encode([("state", text)])
        #expect(!written.contains("+") && !written.contains(" "))
        #expect(try form(written).single("state") == text)
        #expect(PercentEncoding.decode(written.dropFirst("state=".count)) == text)
    }

    @Test func `H06 plus and space are written as escapes, unreserved characters as they are`() {
        #expect(Form.encode([("a b", "1+1"), ("u", "AZaz09-._~")]) == "a%20b=1%2B1&u=AZaz09-._~")
        #expect(PercentEncoding.component("é/?") == "%C3%A9%2F%3F")
    }

    @Test(arguments: ["client_id=app1&client_id=app1", "scope=openid&x=1&scope=email", "state=&state="])
    func `H08 a parameter sent twice is refused, equal twins too`(query: String) throws {
        let form = try form(query)
        let name = try #require(form.names.first)
        #expect(throws: RepeatedParameter(name: name)) { try form.single(name) }
        #expect(form.values(name).count == 2)
    }

    @Test func `H08 an unknown parameter sent twice disturbs no other`() throws {
        let form = try form("utm=1&client_id=app1&utm=2")
        #expect(try form.single("client_id") == "app1")
        #expect(form.values("utm") == ["1", "2"])
    }

    @Test func `H08 a name is the same however it is escaped`() throws {
        let form = try form("client_id=a&client%5Fid=b&clien%74_id=c")
        #expect(form.values("client_id") == ["a", "b", "c"])
    }

    @Test func `absent and empty are told apart`() throws {
        let form = try form("a=&b")
        #expect(try form.single("a") == "")
        #expect(try form.single("b") == "")
        #expect(try form.single("c") == nil)
        #expect(form.contains("b") && !form.contains("c"))
    }

    @Test func `only the first equals sign parts, and empty pieces are none`() throws {
        let form = try form("&&a=b=c&&=v&")
        #expect(form.names == ["a", ""])
        #expect(try form.single("a") == "b=c")
    }

    @Test func `a semicolon parts nothing`() throws {
        #expect(try form("a=1;b=2").single("a") == "1;b=2")
    }

    @Test(arguments: [
        "a=%", "a=%1", "a=%zz", "a=%+1", "%g0=1", "a=%C3", "a=%C0%AE", "a=%ED%A0%80", "a=%FF",
        "a=%F5%80%80%80",
    ])
    func `a bad escape or bytes that are no UTF-8 are refused`(query: String) {
        #expect(throws: FormFault.malformedEncoding) { try form(query) }
    }

    @Test func `raw bytes that are no UTF-8 are refused`() {
        #expect(throws: FormFault.malformedEncoding) { try Form(parsing: [0x61, 0x3D, 0xC3]) }
    }

    @Test(arguments: ["a=%00", "a=b%00c", "%00=1"])
    func `a NUL is refused`(query: String) {
        #expect(throws: FormFault.nul) { try form(query) }
    }

    @Test func `more parameters than allowed are refused`() throws {
        #expect(try form("a&b&c", limit: 3).names.count == 3)
        #expect(throws: FormFault.tooManyParameters) { try form("a&b&c&d", limit: 3) }
    }

    @Test func `an escape is decoded once`() throws {
        #expect(try form("a=%2541").single("a") == "%41")
    }
}
