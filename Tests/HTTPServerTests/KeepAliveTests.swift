import HTTPServer
import Testing

struct KeepAliveTests {
    @Test func `a connection serves one request after another`() async throws {
        try await withServer { _, address, _ in
            let client = try Client(address)
            for path in ["/now", "/document", "/later", "/slept", "/nowhere"] {
                let answer = try client.get(path).answer()
                #expect(answer.status == (path == "/nowhere" ? 404 : 200))
                #expect(answer.fields["connection"] == nil)
                #expect(answer.fields["date"]?.hasSuffix(" GMT") == true)
            }
        }
    }

    @Test func `answers keep the order of pipelined requests, also behind one that takes long`() async throws
    {
        try await withServer { _, address, answers in
            let client = try Client(address)
            let requests = ["/now", "/gate", "/document", "/later", "/now"]
            client.send(requests.map { "GET \($0) HTTP/1.1\r\nHost: a.example\r\n\r\n" }.joined())
            #expect(try client.answer().body == "now")
            await answers.gate.arrivals(1)
            #expect(answers.answered == 2)
            answers.gate.open()
            let bodies = try (0..<4).map { _ in try client.answer().body }
            #expect(bodies == ["passed", #"{"issuer":"https://a.example"}"#, "later", "now"])
        }
    }

    @Test func `requests that arrive octet by octet are answered`() async throws {
        try await withServer { _, address, _ in
            let client = try Client(address)
            for byte in "GET /now HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8 { client.send([byte]) }
            #expect(try client.answer().body == "now")
        }
    }

    @Test func `the work on an answer stays on the loop of its connection, with its children`() async throws {
        try await withServer(loops: 2) { _, address, _ in
            let client = try Client(address).get("/slept")
            #expect(try client.answer().body == "slept")
        }
    }

    @Test func `Connection close ends the connection after its answer`() async throws {
        try await withServer { _, address, answers in
            let client = try Client(address)
            client.get("/now", "Connection: close\r\n").get("/now")
            let answer = try client.answer()
            #expect(answer.fields["connection"] == "close")
            #expect(try client.rest() == "")
            #expect(answers.answered == 1)
        }
    }

    @Test func `HTTP 1.0 closes unless it asks for more`() async throws {
        try await withServer { _, address, _ in
            let client = try Client(address).send("GET /now HTTP/1.0\r\n\r\n")
            #expect(try client.rest().hasSuffix("\r\n\r\nnow"))
            let other = try Client(address)
            for _ in 0..<2 {
                other.send("GET /now HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(try other.answer().fields["connection"] == "keep-alive")
            }
        }
    }

    @Test(arguments: ["/now", "/document", "/later"])
    func `HEAD has the fields of GET and no content`(path: String) async throws {
        try await withServer { _, address, _ in
            let client = try Client(address)
            client.send("HEAD \(path) HTTP/1.1\r\nHost: a.example\r\n\r\n").get(path)
            let head = try client.answer(toHEAD: true)
            let whole = try client.answer()
            #expect(head.fields["content-length"] == String(whole.body.utf8.count))
        }
    }

    @Test func `a document that the client has already is not sent again`() async throws {
        try await withServer { _, address, _ in
            let client = try Client(address)
            let tag = try #require(client.get("/document").answer().fields["etag"])
            #expect(try client.get("/document", "If-None-Match: \(tag)\r\n").answer().status == 304)
        }
    }

    @Test func `a client that waits is told to go on`() async throws {
        try await withServer { _, address, _ in
            let client = try Client(address)
            client.send(
                "POST /echo HTTP/1.1\r\nHost: a.example\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
            #expect(try client.answer().status == 100)
            #expect(try client.send("hello").answer().body == "hello")
        }
    }

    @Test(arguments: ["/now", "/slept"])
    func `a client that has ended its side still gets the answer`(path: String) async throws {
        try await withServer { _, address, _ in
            let client = try Client(address).get(path)
            client.endSending()
            #expect(try client.rest().hasPrefix("HTTP/1.1 200 "))
        }
    }
}
