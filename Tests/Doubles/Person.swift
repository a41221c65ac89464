import Codec
import Crypto
import HTTP
import OAuth

/// Somebody with a device: an app that keeps its secrets, and a browser with a cookie jar. A copy is the same device
/// a moment later; with another jar it is another browser.
package struct Person: Sendable {
    /// Where requests go.
    package var house: House
    package var provider: StubProvider
    package var jar = Jar()
    package var clientID = "app1"
    package var redirectURI = House.callback
    package var state = "state-marker-12345678"
    package var nonce = "nonce-marker-12345678"
    package var verifier = "verifier-marker-0123456789-0123456789-01234"
    package var scope = "openid profile email offline_access"

    package init(_ house: House) {
        self.house = house
        provider = house.provider
    }

    package var challenge: String { Base64URL.encode(SHA256.digest(Array(verifier.utf8)).bytes) }

    // MARK: the browser

    /// Loads an address, with the cookies where they belong, and keeps what it is given.
    package mutating func load(
        _ url: String, method: Method = .get, _ fields: [(FieldName, String)] = []
    ) async throws -> Answer {
        let answer = try await house.send(method, url, browser(url) + fields)
        jar.keep(answer)
        return answer
    }

    /// Sends a form as a page would.
    package mutating func submit(
        _ url: String, _ form: [(String, String)], _ fields: [(FieldName, String)] = []
    ) async throws -> Answer {
        let answer = try await house.post(url, form, browser(url) + fields)
        jar.keep(answer)
        return answer
    }

    private func browser(_ url: String) -> [(FieldName, String)] {
        let accept: [(FieldName, String)] = [(.accept, "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")]
        guard !url.hasPrefix(House.link), let cookies = jar.field else { return accept }
        return accept + [(.cookie, cookies)]
    }

    // MARK: the legs of a sign-in

    /// The authorization request, with parameters replaced, or left out by nil.
    package func request(_ changes: [String: String?] = [:]) -> [(String, String)] {
        var pairs: [(String, String?)] = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
            ("scope", scope), ("state", state), ("nonce", nonce), ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
        ]
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
            if let index = pairs.firstIndex(where: { $0.0 == name }) {
                pairs[index].1 = value
            } else {
                pairs.append((name, value))
            }
        }
        return pairs.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Asks for a sign-in.
    package mutating func authorize(
        _ changes: [String: String?] = [:], more: String = "", _ fields: [(FieldName, String)] = []
    ) async throws -> Answer {
        try await load("/oauth/authorize?" + Form.encode(request(changes)) + more, fields)
    }

    /// Asks for a sign-in and goes through with it at the provider: the address that the provider sends back to.
    package mutating func begin(_ changes: [String: String?] = [:]) async throws -> String {
        let answer = try await authorize(changes)
        guard let location = answer.location else { throw Misuse("no redirect: \(answer.status)") }
        return try provider.signIn(at: location)
    }

    /// All the way to the answer that goes to the app's redirect URI.
    package mutating func signIn(_ changes: [String: String?] = [:]) async throws -> Answer {
        try await load(try await begin(changes))
    }

    /// All the way to a code.
    package mutating func code(_ changes: [String: String?] = [:]) async throws -> String {
        let answer = try await signIn(changes)
        guard let code = answer.sent["code"] else { throw Misuse("no code: \(answer.head)") }
        return code
    }

    /// All the way to the handle that the recovery page offers.
    package mutating func handle() async throws -> String {
        guard let home = try await signIn().location else { throw Misuse("no way home") }
        return try await handle(at: home)
    }

    /// Loads an authorization response, or a recovery page, and reads the handle off the page.
    package mutating func handle(at url: String) async throws -> String {
        var answer = try await load(url)
        if let location = answer.location { answer = try await load(location) }
        guard let handle = answer.offeredHandle else { throw Misuse("no handle offered: \(answer.head)") }
        return handle
    }

    // MARK: the app

    package func redeem(_ code: String, _ changes: [String: String?] = [:]) async throws -> Answer {
        try await ask(
            "/oauth/token",
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
                ("client_id", clientID), ("code_verifier", verifier),
            ], changes)
    }

    package func refresh(_ token: String, _ changes: [String: String?] = [:]) async throws -> Answer {
        try await ask(
            "/oauth/token",
            [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", clientID)], changes)
    }

    package func resume(_ handle: String, _ changes: [String: String?] = [:]) async throws -> Answer {
        try await ask(
            "/mobile/resume", [("handle", handle), ("client_id", clientID), ("code_verifier", verifier)],
            changes)
    }

    package func userinfo(_ token: String) async throws -> Answer {
        try await house.send(.get, "/oauth/userinfo", [(.authorization, "Bearer " + token)])
    }

    private func ask(
        _ url: String, _ pairs: [(String, String)], _ changes: [String: String?]
    ) async throws -> Answer {
        var form = pairs.filter { changes[$0.0] == nil }
        for (name, value) in changes { if let value { form.append((name, value)) } }
        return try await house.post(url, form)
    }
}

extension Answer {
    /// The handle in the page's one link to the app.
    package var offeredHandle: String? {
        guard let start = text.firstRange(of: "class=\"open-app-button\" href=\"") else { return nil }
        let link = text[start.upperBound...].prefix { $0 != "\"" }
        guard let query = link.split(separator: "?").dropFirst().first,
            let form = try? Form(parsing: query.utf8)
        else { return nil }
        return form.values("t").first
    }

    /// The code in the `callback_uri` of a resumed sign-in.
    package var resumedCode: String? {
        guard let uri = member("callback_uri"), let query = uri.split(separator: "?").dropFirst().first,
            let form = try? Form(parsing: query.utf8)
        else { return nil }
        return form.values("code").first
    }
}
