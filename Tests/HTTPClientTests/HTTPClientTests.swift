import Glibc
import HTTP
import Testing

@testable import HTTPClient

@Suite struct HTTPClientTests {
    @Test func `a request's method, target, fields and body arrive as given`() async throws {
        let server = RawServer { RawServer.Step.answer(RawServer.response($0)) }
        let response = try await exchange(
            OutboundRequest(
                .post, server.url + "/token?a=1", fields: Fields([(.accept, "application/json")]),
                body: Array("code=x&y=z".utf8), allowsLoopback: true))
        let seen = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 200)
        #expect(seen.hasPrefix("POST /token?a=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
        #expect(seen.contains("\r\naccept: application/json\r\n"))
        #expect(seen.hasSuffix("\r\n\r\ncode=x&y=z"))
    }

    @Test func `fifty requests in a row use one connection`() async throws {
        let server = RawServer { _ in .answer(RawServer.response("ok")) }
        try await withClient { client in
            for turn in 0..<50 {
                let request =
                    turn % 2 == 0
                    ? OutboundRequest(.post, server.url, body: [1, 2, 3], allowsLoopback: true)
                    : OutboundRequest(.get, server.url, allowsLoopback: true)
                _ = try await client.send(request)
            }
        }
        #expect(server.requests == 50)
        #expect(server.connections == 1)
    }

    @Test func `parallel requests all get their own answers`() async throws {
        let server = RawServer { request in
            usleep(5000)
            return .answer(RawServer.response(String(request.split(separator: " ")[1])))
        }
        try await withClient { client in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let path = "/\(number)"
                        let response = try await client.send(
                            OutboundRequest(.get, server.url + path, allowsLoopback: true))
                        return response.body == Array(path.utf8)
                    }
                }
                for try await isOwn in group { #expect(isOwn) }
            }
        }
        #expect(server.requests == 40)
    }

    @Test func `A49 a redirect is an answer and is not followed`() async throws {
        let target = RawServer { _ in .answer(RawServer.response("no")) }
        let server = RawServer { _ in
            .answer(RawServer.response("", status: "302 Found", fields: "Location: \(target.url)/\r\n"))
        }
        let response = try await exchange(OutboundRequest(.get, server.url, allowsLoopback: true))
        #expect(response.status == 302)
        #expect(response.fields[.location] == target.url + "/")
        #expect(target.connections == 0)
    }

    @Test(arguments: [true, false])
    func `A49 a body beyond its bound is cut off`(announced: Bool) async {
        let body = String(repeating: "x", count: 3000)
        let server = RawServer { _ in
            announced
                ? .answer(RawServer.response(body)) : .answerAndClose("HTTP/1.1 200 OK\r\n\r\n" + body)
        }
        let request = OutboundRequest(.get, server.url, maxBody: 2999, allowsLoopback: true)
        await #expect(throws: OutboundFailure.tooLarge) { try await exchange(request) }
        let exact = OutboundRequest(.get, server.url, maxBody: 3000, allowsLoopback: true)
        await #expect(throws: Never.self) { try await exchange(exact) }
    }

    @Test func `endless fields are cut off`() async {
        let field = "X: " + String(repeating: "y", count: 2000) + "\r\n"
        let fields = String(repeating: field, count: 40)
        let server = RawServer { _ in .answer(RawServer.response("", fields: fields)) }
        await #expect(throws: OutboundFailure.tooLarge) {
            try await exchange(OutboundRequest(.get, server.url, allowsLoopback: true))
        }
    }

    @Test func `A49 silence ends at the timeout`() async {
        let server = RawServer { _ in .silence(3000) }
        let start = ContinuousClock.now
        await #expect(throws: OutboundFailure.timeout) {
            try await exchange(
                OutboundRequest(.get, server.url, timeoutMilliseconds: 150, allowsLoopback: true))
        }
        // Not sooner; how much later, a busy machine decides. The silence ends in another failure.
        #expect(start.duration(to: .now) >= .milliseconds(140))
    }

    @Test func `a refused connection is told from an unknown host`() async {
        await #expect(throws: OutboundFailure.noConnection) {
            try await exchange(OutboundRequest(.get, "http://127.0.0.1:1/", allowsLoopback: true))
        }
        await #expect(throws: OutboundFailure.unknownHost) {
            try await exchange(OutboundRequest(.get, "https://nowhere.invalid/"))
        }
    }

    @Test(arguments: [
        "hello\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx",
    ])
    func `garbage is a failure, not a response`(answer: String) async throws {
        let server = RawServer { _ in .answerAndClose(answer) }
        do {
            let response = try await exchange(OutboundRequest(.get, server.url, allowsLoopback: true))
            Issue.record("answered \(response.status)")
        } catch let failure as OutboundFailure {
            guard case .badResponse = failure else {
                Issue.record("\(failure)")
                return
            }
        }
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "http://u:p@127.0.0.1/", "nonsense", ""])
    func `other schemes and user names are not sent`(url: String) async {
        do {
            let response = try await exchange(OutboundRequest(.get, url, allowsLoopback: true))
            Issue.record("answered \(response.status)")
        } catch let failure as OutboundFailure {
            guard case .unsendable = failure else {
                Issue.record("\(failure)")
                return
            }
        } catch {}
    }

    @Test func `a field that would start a new line is not sent`() async {
        let server = RawServer { _ in .answer(RawServer.response("ok")) }
        let fields = Fields([(.authorization, "Bearer x\r\nHost: other")])
        await #expect(throws: OutboundFailure.self) {
            try await exchange(OutboundRequest(.get, server.url, fields: fields, allowsLoopback: true))
        }
        #expect(server.connections == 0)
    }

    @Test func `an interim response is not the response`() async throws {
        let server = RawServer { _ in
            .answer(
                "HTTP/1.1 103 Early Hints\r\nAllow: a\r\n\r\n"
                    + RawServer.response("ok", fields: "Vary: b\r\n"))
        }
        let response = try await exchange(OutboundRequest(.get, server.url, allowsLoopback: true))
        #expect(response.status == 200)
        #expect(response.fields[.allow] == nil)
        #expect(response.fields[.vary] == "b")
    }

    @Test func `the content type is found without the other fields, as with them`() async throws {
        for (lines, type) in [
            ("", nil), ("Content-Type: text/a\r\n", "text/a"),
            ("CONTENT-TYPE:\ttext/a; b=\"c\" \r\n", "text/a; b=\"c\""),
            ("X-Content-Type: x\r\nContent-Types: y\r\ncontent-type: z\r\n", "z"),
            ("Content-Type: é\r\nContent-Type: b\r\n", "b"), ("Content-Type: a\r\nContent-Type: b\r\n", "a"),
        ] as [(String, String?)] {
            let server = RawServer { _ in .answer(RawServer.response("ok", fields: lines)) }
            let response = try await exchange(OutboundRequest(.get, server.url, allowsLoopback: true))
            #expect(response.contentType == type && response.fields[.contentType] == type)
        }
    }

    @Test func `a connection that the server closed meanwhile is replaced`() async throws {
        let server = RawServer { _ in .answerAndClose(RawServer.response("ok")) }
        try await withClient { client in
            for _ in 0..<3 {
                _ = try await client.send(OutboundRequest(.get, server.url, allowsLoopback: true))
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        #expect(server.connections == 3)
    }
}
