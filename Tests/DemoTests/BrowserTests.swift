import HTTP
import HTTPClient
import Synchronization
import Testing

@testable import Demo

struct BrowserTests {
    /// Answers with these cookies and location, and keeps what it was sent.
    final class Server: Sendable {
        struct State {
            var cookies: [String] = []
            var location: String?
            var asked: [OutboundRequest] = []
        }

        let state = Mutex(State())

        func answer(_ cookies: [String], location: String? = nil) {
            state.withLock { state in
                state.cookies = cookies
                state.location = location
            }
        }

        func send(_ request: OutboundRequest) -> OutboundResponse {
            state.withLock { state in
                state.asked.append(request)
                var fields = Fields(state.cookies.map { (.setCookie, $0) })
                if let location = state.location { fields.append(.location, location) }
                return OutboundResponse(status: 200, fields: fields, body: Array("hello".utf8))
            }
        }

        var lastCookie: String? { state.withLock { $0.asked.last?.fields[.cookie] } }
    }

    let server = Server()

    private func browser() -> Browser {
        Browser(allowsLoopback: true) { [server] request throws(OutboundFailure) in server.send(request) }
    }

    @Test func `cookies go back to the origin that set them and to no other`() async throws {
        var browser = browser()
        server.answer(["a=1; Path=/; HttpOnly", "b=x=y; Max-Age=600"])
        _ = try await browser.open("https://one.example/")
        server.answer([])
        _ = try await browser.open("https://one.example/x")
        #expect(server.lastCookie == "a=1; b=x=y")
        _ = try await browser.open("https://two.example/x")
        #expect(server.lastCookie == nil)
    }

    @Test func `a cookie is replaced, and goes at age 0 alone`() async throws {
        var browser = browser()
        server.answer(["a=1", "b=max-age=0", "c=3; Max-Age=00600"])
        _ = try await browser.open("https://one.example/")
        server.answer(["a=2", "c=; max-age=0; Path=/"])
        _ = try await browser.open("https://one.example/")
        _ = try await browser.open("https://one.example/")
        #expect(server.lastCookie == "a=2; b=max-age=0")
    }

    @Test(arguments: ["", ";", "=", "=x", "; a=1", "name", "name; x=y"])
    func `what is no cookie is left alone`(line: String) async throws {
        var browser = browser()
        server.answer([line])
        _ = try await browser.open("https://one.example/")
        _ = try await browser.open("https://one.example/")
        #expect(server.lastCookie == nil)
    }

    @Test func `a redirect is looked at, not followed, and made whole`() async throws {
        var browser = browser()
        server.answer([], location: "/next?x=1")
        let page = try await browser.open("https://one.example/a")
        #expect(page.location == "https://one.example/next?x=1")
        #expect(page.text == "hello" && page.status == 200)
        server.answer([], location: "com.example.app:/cb?code=1")
        #expect(
            try await browser.submit([("a", "b c")], to: "https://one.example/a").location
                == "com.example.app:/cb?code=1")
        let body = server.state.withLock { $0.asked.last?.body }
        #expect(body == Array("a=b%20c".utf8))
    }

    @Test func `no answer is a failure that says whose`() async throws {
        var browser = Browser(allowsLoopback: true) { _ throws(OutboundFailure) in throw .timeout }
        await #expect {
            _ = try await browser.open("https://one.example/a?code=secret")
        } throws: { error in
            let reason = (error as? Browser.Failure)?.reason ?? ""
            return reason.contains("https://one.example") && !reason.contains("secret")
        }
    }
}
