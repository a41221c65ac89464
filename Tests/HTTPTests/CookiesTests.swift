import HTTP
import Testing

struct CookiesTests {
    private func cookies(_ fields: String) throws -> Cookies {
        try #require(read(get("/", fields)).requests.first).cookies
    }

    @Test func `cookies of all Cookie fields are read`() throws {
        let cookies = try cookies("Cookie: a=1; __Host-t.x=AbC-_=; empty=\r\nCookie: b=2;c=3\r\n")
        #expect(cookies["a"] == "1" && cookies["__Host-t.x"] == "AbC-_=" && cookies["empty"] == "")
        #expect(cookies["b"] == "2" && cookies["c"] == "3" && cookies["d"] == nil)
        #expect(cookies.names == ["a", "__Host-t.x", "empty", "b", "c"])
    }

    @Test(arguments: ["Cookie: __Host-t=1; __Host-t=2\r\n", "Cookie: __Host-t=1\r\nCookie: __Host-t=1\r\n"])
    func `A25 a cookie that stands twice is refused, not merged`(fields: String) throws {
        let cookies = try cookies(fields)
        #expect(cookies["__Host-t"] == nil && cookies.names.count == 2)
    }

    @Test func `A25 a cookie of the same name without the prefix, or in other case, is another`() throws {
        let cookies = try cookies("Cookie: t=evil; __host-t=evil; __Host-t=good\r\n")
        #expect(cookies["__Host-t"] == "good")
    }

    @Test func `what is no legal pair is left out and spoils no other`() throws {
        let cookies = try cookies("Cookie: =x; a; b c=1; d=\"q\"; e=1,2; f=\\; ; g=1\r\n")
        #expect(cookies.names == ["g"])
    }

    @Test func `a flood of cookies is none`() throws {
        #expect(try cookies("Cookie: " + String(repeating: "a=1;", count: 201) + "\r\n").names.isEmpty)
    }

    @Test func `A25 a cookie is set for the host alone, over https, out of reach of scripts`() {
        let cookie = SetCookie(name: "__Host-t", value: "v", maxAge: 600)
        #expect(cookie.fieldValue == "__Host-t=v; Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax")
        let cross = SetCookie(name: "__Host-p", value: "", maxAge: 0, sameSite: .none)
        #expect(cross.fieldValue == "__Host-p=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=None")
    }

    @Test(arguments: [
        SetCookie(name: "", value: "v"), SetCookie(name: "a b", value: "v"),
        SetCookie(name: "a", value: "v; Domain=x"),
        SetCookie(name: "a", value: "v\r\nX: y"), SetCookie(name: "a", value: "\""),
        SetCookie(name: "a", value: "v", path: "/; x"),
        SetCookie(name: "a", value: "v", path: "x"), SetCookie(name: "__Host-a", value: "v", path: "/x"),
        SetCookie(name: "__Host-a", value: "v", secure: false),
    ])
    func `A25 A53 a cookie that would say something else is never sent`(cookie: SetCookie) {
        var fields = Fields()
        fields.append(cookie)
        #expect(!fields.isSendable && fields.isEmpty)
    }
}
