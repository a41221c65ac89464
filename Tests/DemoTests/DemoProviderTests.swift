import Codec
import Crypto
import HTTP
import JOSE
import Synchronization
import Testing

@testable import Demo

struct DemoProviderTests {
    let provider: DemoProvider
    let seconds = Seconds()
    static let callback = "http://127.0.0.1:8080/oauth/provider/demo/callback"
    static let verifier = String(repeating: "v", count: 43)

    final class Seconds: Sendable {
        let now = Mutex<Int64>(1_800_000_000)
    }

    init() throws {
        provider = try DemoProvider(
            issuer: "http://127.0.0.1:8081",
            client: DemoProvider.Client(id: "homing", secret: "s", redirectURI: Self.callback),
            now: { [seconds] in seconds.now.withLock { $0 } })
    }

    private func send(
        _ method: HTTP.Method, _ target: String, _ form: [(String, String)]? = nil,
        authorization: String? = nil
    ) throws -> Response {
        var fields = Fields()
        if let authorization { fields.append(.authorization, authorization) }
        if form != nil { fields.append(.contentType, "application/x-www-form-urlencoded") }
        let request = try #require(
            Request(method, target, fields: fields, body: Array(Form.encode(form ?? []).utf8)))
        guard case .now(let response) = provider.respond(to: request) else { throw Surprise() }
        return response
    }

    private func query(_ changes: [String: String?] = [:]) -> String {
        let challenge = Base64URL.encode(SHA256.digest(Array(Self.verifier.utf8)).bytes)
        let pairs: [(String, String?)] = [
            ("response_type", "code"), ("client_id", "homing"), ("redirect_uri", Self.callback),
            ("state", "st"),
            ("nonce", "n"), ("code_challenge", challenge), ("code_challenge_method", "S256"), ("prompt", nil),
        ]
        return "/authorize?"
            + Form.encode(
                pairs.compactMap { name, value in (changes[name] ?? value).map { (name, $0) } })
    }

    private func signIn(_ account: String = "alice@example.com", decision: String = "sign_in") throws
        -> [String: String]
    {
        let page = try send(.get, query())
        let text = String(decoding: page.body, as: UTF8.self)
        let inputs = FormReading.inputs(in: text).map { $0.0 == "account" ? ($0.0, account) : $0 }
        let action = try #require(FormReading.action(in: text))
        let back = try send(.post, action, inputs + [("decision", decision)])
        let location = try #require(back.fields[.location])
        #expect(location.hasPrefix(Self.callback + "?"))
        return try #require(try Form(parsing: location.dropFirst(Self.callback.count + 1).utf8).single)
    }

    private func token(_ code: String, _ changes: [String: String] = [:], secret: String = "s") throws
        -> Response
    {
        let form = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": Self.callback,
            "code_verifier": Self.verifier,
        ]
        .merging(changes) { $1 }
        let pair = [UInt8]("homing:\(secret)".utf8)
        return try send(
            .post, "/token", form.map { ($0, $1) }.filter { !$0.1.isEmpty },
            authorization: "Basic " + Self.base64(pair))
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let text = Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
        return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }

    @Test func `the form signs in whoever it is told, and the answer has code, state and iss`() throws {
        let answer = try signIn()
        #expect(answer["state"] == "st" && answer["iss"] == "http://127.0.0.1:8081")
        #expect(answer["code"] != nil)
        #expect(try token(try #require(answer["code"])).status == .ok)
    }

    @Test func `a code works once`() throws {
        let code = try #require(try signIn()["code"])
        #expect(try token(code).status == .ok)
        #expect(try token(code).status == .badRequest)
    }

    @Test(arguments: [
        ["code_verifier": String(repeating: "w", count: 43)], ["redirect_uri": "http://127.0.0.1/x"],
        ["code_verifier": ""], ["grant_type": "password"],
    ])
    func `a wrong verifier or redirect URI gets nothing`(changes: [String: String]) throws {
        let code = try #require(try signIn()["code"])
        #expect(try token(code, changes).status == .badRequest)
    }

    @Test func `a wrong secret is no client, and costs the code nothing`() throws {
        let code = try #require(try signIn()["code"])
        #expect(try token(code, secret: "x").status == .unauthorized)
        #expect(try token(code).status == .ok)
    }

    @Test func `a code is over after a minute`() throws {
        let code = try #require(try signIn()["code"])
        seconds.now.withLock { $0 += 60 }
        #expect(try token(code).status == .badRequest)
    }

    @Test func `the person may say no, and an empty account is asked again`() throws {
        #expect(try signIn(decision: "cancel")["error"] == "access_denied")
        let page = String(decoding: try send(.get, query()).body, as: UTF8.self)
        let inputs = FormReading.inputs(in: page).map { $0.0 == "account" ? ($0.0, "") : $0 }
        #expect(try send(.post, "/authorize", inputs + [("decision", "sign_in")]).status == .ok)
    }

    @Test(arguments: [
        ["client_id": "other"], ["redirect_uri": "https://evil.example"], ["redirect_uri": ""],
    ])
    func `another client or redirect URI gets a page and no redirect`(changes: [String: String]) throws {
        let answer = try send(.get, query(changes))
        #expect(answer.status == .badRequest)
        #expect(answer.fields[.location] == nil)
    }

    @Test(arguments: [
        (["response_type": "token"], "invalid_request"),
        (["code_challenge_method": "plain"], "invalid_request"),
        (["code_challenge": "x"], "invalid_request"), (["prompt": "none"], "login_required"),
    ])
    func `a request that is not good goes back as an error`(changes: [String: String], error: String) throws {
        let location = try #require(try send(.get, query(changes)).fields[.location])
        #expect(location.hasPrefix(Self.callback + "?error=\(error)&state=st"))
    }

    @Test func `a form that was changed is refused`() throws {
        #expect(try send(.post, "/authorize", [("request", "AAAA"), ("account", "x")]).status == .badRequest)
        #expect(try send(.post, "/authorize", [("account", "x")]).status == .badRequest)
    }

    @Test func `documents are there and nothing else`() throws {
        for path in ["/.well-known/openid-configuration", "/jwks.json"] {
            let request = try #require(Request(.get, path))
            guard case .prepared = provider.respond(to: request) else { throw Surprise() }
        }
        #expect(try send(.get, "/").status == .notFound)
        #expect(try send(.put, "/token").status == .notFound)
    }
}

struct Surprise: Error {}
