import Codec
import OAuth
import Testing

struct AuthorizationRequestTests {
    static func validate(_ pairs: [(String, String)]) throws -> AuthorizationRequest {
        let client = try Samples.client()
        let api = try ProtectedAPI(audience: Samples.api, scope: #require(Scope(parsing: "orders.read")))
        return try AuthorizationRequest.validate(
            Form(parsing: Form.encode(pairs).utf8), clients: { $0 == client.clientID ? client : nil },
            apis: [api])
    }

    /// The error that goes to the app, and the state that it gets with it.
    static func refusal(_ pairs: [(String, String)]) throws -> (
        AuthorizationErrorCode, String, state: String?
    ) {
        let fault = try #require(#expect(throws: AuthorizationRequestFault.self) { try validate(pairs) })
        guard case .redirect(let error, let uri, let state) = fault else { throw fault }
        #expect(uri.text == Samples.callback)
        return (error.code, error.description, state)
    }

    static func page(_ pairs: [(String, String)]) throws -> PageReason {
        let fault = try #require(#expect(throws: AuthorizationRequestFault.self) { try validate(pairs) })
        guard case .page(let reason) = fault else { throw fault }
        return reason
    }

    @Test func `a plain request goes ahead as it was sent`() throws {
        let request = try Self.validate(Samples.request)
        #expect(request.client.clientID.text == "app1")
        #expect(request.redirectURI.text == Samples.callback)
        #expect(request.state == "s-12345678")
        #expect(request.challenge.isAnswered(by: try Samples.proof()))
        #expect(request.scope.tokens == ["openid"])
        #expect(request.prompt == .interaction([]))
    }

    @Test func `the order of parameters is irrelevant and what is unknown is ignored`() throws {
        let request = try Self.validate(Samples.request.reversed() + [("extra", "1"), ("extra", "2")])
        #expect(request.redirectURI.text == Samples.callback)
    }

    @Test func `everything that may be asked for is passed on`() throws {
        let request = try Self.validate(
            Samples.request + [
                ("nonce", "n"), ("prompt", "login consent"), ("max_age", "0"), ("login_hint", "a@b.example"),
                ("ui_locales", "de en"), ("acr_values", "x"), ("resource", Samples.api),
                ("provider", "google"),
                ("response_mode", "query"), ("display", "popup"), ("claims", "{}"), ("id_token_hint", "h"),
            ])
        #expect(request.nonce == "n")
        #expect(request.prompt == .interaction([.login, .consent]))
        #expect(request.maxAge == 0)
        #expect(request.loginHint == "a@b.example")
        #expect(request.uiLocales == "de en")
        #expect(request.acrValues == "x")
        #expect(request.resource == Samples.api)
        #expect(request.provider?.text == "google")
        #expect(request.idTokenHint == "h")
        let again = try Form(parsing: request.query(choosing: #require(ProviderID("github"))).utf8)
        let client = try Samples.client()
        let api = try ProtectedAPI(audience: Samples.api, scope: #require(Scope(parsing: "orders.read")))
        let chosen = try AuthorizationRequest.validate(again, clients: { _ in client }, apis: [api])
        #expect(chosen.provider?.text == "github")
        #expect(chosen.state == request.state)
        #expect(chosen.maxAge == 0)
        #expect(chosen.prompt == request.prompt)
        #expect(chosen.challenge == request.challenge)
    }

    @Test(
        arguments: [
            ("client_id", nil, PageReason.missingClientID), ("client_id", "", .missingClientID),
            ("client_id", "nobody", .unknownClient), ("client_id", "app1\u{0301}", .unknownClient),
            ("redirect_uri", nil, .missingRedirectURI), ("redirect_uri", "", .missingRedirectURI),
            ("redirect_uri", "https://evil.example/", .unregisteredRedirectURI),
        ] as [(String, String?, PageReason)])
    func `H05 A10 before client and redirect URI are known good nothing is redirected`(
        name: String, value: String?, reason: PageReason
    ) throws {
        #expect(try Self.page(Samples.request([name: value])) == reason)
        // Whatever else is wrong as well.
        let worse = Samples.request([
            name: value, "response_type": "token", "code_challenge": nil, "prompt": "none x",
        ])
        #expect(try Self.page(worse + [("state", "twice"), ("scope", "twice"), ("request", "r")]) == reason)
    }

    @Test func `H08 A8 a second client id or redirect URI is our own page`() throws {
        for value in ["app1", "app2"] {
            #expect(try Self.page(Samples.request + [("client_id", value)]) == .repeatedClientID)
        }
        for value in [Samples.callback, "https://evil.example/"] {
            #expect(try Self.page(Samples.request + [("redirect_uri", value)]) == .repeatedRedirectURI)
        }
    }

    @Test(arguments: [
        "scope", "response_type", "code_challenge", "code_challenge_method", "nonce", "prompt", "max_age",
        "resource",
        "login_hint", "response_mode", "request", "request_uri", "claims", "provider", "dpop_jkt",
    ])
    func `H08 A8 another known parameter sent twice goes to the app with its state`(name: String) throws {
        let pairs = Samples.request([name: nil]) + [(name, "a"), (name, "a")]
        let (code, description, state) = try Self.refusal(pairs)
        #expect(code == .invalidRequest)
        #expect(description.contains(name))
        #expect(state == "s-12345678")
    }

    @Test func `H08 a doubled state is told without a state`() throws {
        let (code, _, state) = try Self.refusal(Samples.request + [("state", "s-12345678")])
        #expect(code == .invalidRequest)
        #expect(state == nil)
    }

    @Test func `H07 a state has 2,048 decoded bytes at most`() throws {
        let longest = String(repeating: "+", count: 2048)
        #expect(try Self.validate(Samples.request(["state": longest])).state == longest)
        for count in [2049, 9000] {
            let pairs = Samples.request(["state": String(repeating: "a", count: count)])
            let (code, _, state) = try Self.refusal(pairs)
            #expect(code == .invalidRequest)
            #expect(state == nil)
        }
        // Bytes count, not characters.
        let (code, _, _) = try Self.refusal(Samples.request(["state": String(repeating: "ë", count: 1025)]))
        #expect(code == .invalidRequest)
    }

    @Test func `a request without state goes ahead and none comes back`() throws {
        #expect(try Self.validate(Samples.request(["state": nil])).state == nil)
        #expect(try Self.validate(Samples.request(["state": ""])).state == nil)
    }

    @Test(arguments: [
        Samples.challenge + "=", String(Samples.challenge.dropLast()),
        "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM",
        String(repeating: "a", count: 86), String(repeating: "a", count: 129), " " + Samples.challenge,
        String(Samples.challenge.dropLast()) + "N",
    ])
    func `H09 A11 a challenge of another form is refused with the rule`(challenge: String) throws {
        let (code, description, state) = try Self.refusal(Samples.request(["code_challenge": challenge]))
        #expect(code == .invalidRequest)
        for word in ["43", "base64url", "padding", "S256"] { #expect(description.contains(word)) }
        #expect(state == "s-12345678")
    }

    @Test(arguments: [nil, "", "plain", "SHA-256", "s256", "S256 "] as [String?])
    func `H09 A11 another challenge method is refused`(method: String?) throws {
        let (code, description, _) = try Self.refusal(Samples.request(["code_challenge_method": method]))
        #expect(code == .invalidRequest)
        #expect(description.contains("S256"))
    }

    @Test func `H09 A11 a request without challenge is refused`() throws {
        let pairs = Samples.request(["code_challenge": nil, "code_challenge_method": nil])
        let (code, description, _) = try Self.refusal(pairs)
        #expect(code == .invalidRequest)
        #expect(description.contains("S256"))
    }

    @Test(
        arguments: [
            ("response_type", "token", AuthorizationErrorCode.unsupportedResponseType),
            ("response_type", "id_token", .unsupportedResponseType),
            ("response_type", "none", .unsupportedResponseType),
            ("response_type", "code id_token", .unsupportedResponseType),
            ("response_type", "CODE", .unsupportedResponseType),
            ("response_type", nil, .invalidRequest), ("response_mode", "fragment", .invalidRequest),
            ("response_mode", "form_post", .invalidRequest),
            ("response_mode", "web_message", .invalidRequest),
            ("response_mode", "jwt", .invalidRequest), ("request", "e30.e30.", .requestNotSupported),
            ("request_uri", "https://evil.example/r", .requestURINotSupported),
            ("registration", "{}", .registrationNotSupported),
            ("prompt", "none login", .invalidRequest), ("prompt", "none none", .invalidRequest),
            ("prompt", "create", .invalidRequest), ("max_age", "-1", .invalidRequest),
            ("max_age", "+1", .invalidRequest),
            ("max_age", "1.5", .invalidRequest), ("max_age", "99999999999999999999", .invalidRequest),
            ("nonce", String(repeating: "n", count: 513), .invalidRequest),
            ("provider", "../x", .invalidRequest),
            ("login_hint", String(repeating: "n", count: 513), .invalidRequest),
            ("id_token_hint", String(repeating: "n", count: 4_097), .invalidRequest),
            ("resource", "https://other.example.com", .invalidTarget),
            ("resource", Samples.api + "/", .invalidTarget),
            ("scope", "openid admin", .invalidScope), ("scope", "openid  email", .invalidScope),
            ("scope", " openid", .invalidScope), ("scope", "openid\temail", .invalidScope),
            ("scope", "ope\"nid", .invalidScope),
        ] as [(String, String?, AuthorizationErrorCode)])
    func `A9 A31 A37 what is asked wrongly goes to the app with its state`(
        name: String, value: String?, expected: AuthorizationErrorCode
    ) throws {
        let (code, description, state) = try Self.refusal(Samples.request([name: value]))
        #expect(code == expected)
        #expect(!description.isEmpty)
        #expect(state == "s-12345678")
    }

    @Test func `a foreign scope is repeated only where it can be a name`() throws {
        let long = String(repeating: "s", count: 5_000)
        #expect(try !Self.refusal(Samples.request(["scope": "openid \(long)"])).1.contains("sss"))
        #expect(try Self.refusal(Samples.request(["scope": "openid admin"])).1.contains("admin"))
    }

    @Test func `a nonce of 512 bytes is kept whole`() throws {
        let nonce = String(repeating: "n", count: 512)
        #expect(try Self.validate(Samples.request(["nonce": nonce])).nonce == nonce)
    }

    @Test(arguments: [
        ("none", Prompt.silent), ("login", .interaction(.login)), ("consent", .interaction(.consent)),
        ("select_account", .interaction(.selectAccount)),
        ("consent login", .interaction([.login, .consent])),
    ])
    func `prompt is read`(text: String, prompt: Prompt) throws {
        #expect(try Self.validate(Samples.request(["prompt": text])).prompt == prompt)
        #expect(Prompt(parsing: prompt.text ?? "") == prompt)
    }

    @Test(arguments: [nil, ""] as [String?])
    func `without scope an app gets what it is registered for, save offline access`(scope: String?) throws {
        let request = try Self.validate(Samples.request(["scope": scope]))
        #expect(request.scope.text == "openid profile email orders.read")
    }
}
