import HTTP
import Testing

/// What a parser says to a whole input: the requests, and the refusal that ended it, if any.
func read(_ text: String, limits: RequestLimits = RequestLimits()) -> (requests: [Request], refusal: Refusal?)
{
    read(Array(text.utf8), limits: limits)
}

func read(_ bytes: [UInt8], limits: RequestLimits = RequestLimits()) -> (
    requests: [Request], refusal: Refusal?
) {
    var parser = RequestParser(limits: limits)
    var requests: [Request] = []
    var rest = bytes[...]
    while true {
        let step = parser.parse(rest)
        rest = rest.dropFirst(step.consumed)
        switch step.event {
        case .needMore: return (requests, nil)
        case .expectsContinue: continue
        case .request(let request): requests.append(request)
        case .refuse(let refusal): return (requests, refusal)
        }
    }
}

func get(_ target: String = "/", _ fields: String = "", host: String = "a.example") -> String {
    "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n"
}

struct RequestParserTests {
    @Test func `a request is taken with its parts`() throws {
        let text =
            "POST /oauth/token?x=1&y HTTP/1.1\r\nHoSt: \tAuth.Example.COM:443 \r\nX-A:b\r\nX-A:  c \r\nX-Empty:\r\n"
            + "Content-Length: 5\r\n\r\na=b&c"
        let request = try #require(read(text).requests.first)
        #expect(request.method == .post)
        #expect(request.target.path == "/oauth/token" && request.target.query == "x=1&y")
        #expect(request.host == "auth.example.com:443")
        #expect(request.isFor(host: "auth.example.com:443") && !request.isFor(host: "auth.example.com"))
        let name = try #require(FieldName("X-a"))
        #expect(request.fields[name] == "b" && request.fields.all(name) == ["b", "c"])
        #expect(request.fields[try #require(FieldName("x-empty"))] == "")
        #expect(request.body == Array("a=b&c".utf8))
        #expect(request.keepsAlive && !request.isHTTP10)
    }

    @Test func `ten pipelined requests are taken in order`() {
        let text = (0..<10).map { get("/\($0)") }.joined()
        #expect(read(text).requests.map(\.target.path) == (0..<10).map { "/\($0)" })
    }

    @Test func `it does not matter where the bytes are cut`() throws {
        let text =
            get("/1?a=b", "X-A: b\r\n")
            + "\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3;x=y\r\na=b\r\n2\r\n&c\r\n0\r\nX-T: 1\r\n\r\n"
            + "POST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nxyz" + get("/4")
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var parser = RequestParser()
            var seen: [String] = []
            var pending: [UInt8] = []
            for piece in [bytes[..<cut], bytes[cut...]] {
                pending += piece
                feeding: while true {
                    let step = parser.parse(pending)
                    pending.removeFirst(step.consumed)
                    switch step.event {
                    case .request(let request):
                        seen.append(request.target.path + String(decoding: request.body, as: UTF8.self))
                    case .needMore: break feeding
                    case .expectsContinue: Issue.record("nothing was expected")
                    case .refuse(let refusal):
                        Issue.record("refused \(refusal) when cut at \(cut)")
                        break feeding
                    }
                }
            }
            #expect(seen == ["/1", "/2a=b&c", "/3xyz", "/4"], "cut at \(cut)")
            #expect(pending.isEmpty && parser.isIdle)
        }
    }

    @Test func `bytes may come one by one`() {
        var parser = RequestParser()
        var pending: [UInt8] = []
        var requests = 0
        for byte in get("/x", "Cookie: a=b\r\n").utf8 {
            pending.append(byte)
            let step = parser.parse(pending)
            pending.removeFirst(step.consumed)
            if case .request = step.event { requests += 1 }
        }
        #expect(requests == 1 && pending.isEmpty)
    }

    @Test func `after a refusal everything is swallowed and nothing more is found`() {
        var parser = RequestParser()
        let step = parser.parse(Array(("BAD\r\n" + get()).utf8))
        guard case .refuse(.malformed) = step.event else {
            Issue.record("not refused")
            return
        }
        let more = Array(get().utf8)
        let next = parser.parse(more)
        #expect(next.consumed == more.count)
        guard case .needMore = next.event else {
            Issue.record("found something")
            return
        }
    }

    @Test func `a good request before garbage is served`() {
        let (requests, refusal) = read(Array(get().utf8) + [0, 1] + Array("garbage\r\n\r\n".utf8))
        #expect(requests.count == 1 && refusal == .malformed)
    }

    @Test func `empty lines before a request line are passed over, a few`() {
        #expect(read("\r\n\r\n" + get()).requests.count == 1)
        #expect(read("\r\n\r\n\r\n" + get()).refusal == .malformed)
        #expect(read("\n" + get()).requests.count == 1)
        #expect(read("\n\n\n" + get()).refusal == .malformed)
        #expect(read("\r" + get()).refusal == .malformed)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", true),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: close\r\n\r\n", false),
        ("GET / HTTP/1.0\r\n\r\n", false), ("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true),
        ("GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n", false),
        ("GET / HTTP/1.2\r\nHost: a\r\n\r\n", true),
    ])
    func `the connection goes on when version and Connection say so`(text: String, goesOn: Bool) {
        #expect(read(text).requests.first?.keepsAlive == goesOn)
    }
}
