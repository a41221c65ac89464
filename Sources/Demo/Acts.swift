import Codec
import FoundationEssentials
import HTTP
import JOSE

/// What happens in more than one story.
extension Scene {
    /// From the app's button to the answer that the broker sends to the redirect URI.
    mutating func signIn(_ app: App) async throws(Browser.Failure) -> String {
        var browser = browser
        let start = app.authorizationURL(transaction)
        let atProvider = try await step("the app opens the browser; the broker sends it to the provider") {
            () throws(Browser.Failure) in
            let page = try await browser.open(start)
            try must(page.status == 303 || page.status == 302, "status \(page.status)")
            guard let location = page.location, !location.hasPrefix(app.redirectURI) else {
                throw Browser.Failure(reason: "the broker refused the request")
            }
            return try await browser.open(location)
        }
        let back = try await step("the person signs in at the provider's own page") {
            () throws(Browser.Failure) in
            guard atProvider.status == 200, let action = FormReading.action(in: atProvider.text) else {
                throw Browser.Failure(
                    reason: "the provider shows no form that can be filled in here: try it in a browser")
            }
            let fields = FormReading.inputs(in: atProvider.text) + [("decision", "sign_in")]
            let url = action.hasPrefix("/") ? (StrictURL(atProvider.url)?.origin ?? "") + action : action
            guard let location = try await browser.submit(fields, to: url).location else {
                throw Browser.Failure(reason: "the provider did not send the browser back")
            }
            return location
        }
        let answer = try await step("the broker checks who came back and sends the answer to the app") {
            () throws(Browser.Failure) in
            let page = try await browser.open(back)
            guard page.status == 303 || page.status == 302, let location = page.location else {
                throw Browser.Failure(reason: "status \(page.status)")
            }
            return location
        }
        self.browser = browser
        return answer
    }

    /// The answer loaded as a page: recovery page, link, handle. Returns the handle as the system hands it to the app.
    mutating func comeHome(_ app: App, _ answer: String) async throws(Browser.Failure) -> String {
        let (page, browser) = try await recoveryPage(answer)
        self.browser = browser
        let code = try app.code(of: answer, transaction)
        return try await step("the page holds one real link, and neither code nor state") {
            () throws(Browser.Failure) in
            try must(
                !page.text.contains(code) && !page.text.contains(transaction.state),
                "a secret stands in the page")
            try must(!page.text.contains("<script"), "the page needs a script")
            return try Self.handle(in: page)
        }
    }

    private func recoveryPage(_ answer: String) async throws(Browser.Failure) -> (Browser.Page, Browser) {
        var browser = browser
        let page = try await step("the answer ends as a web page; code and state leave the address bar") {
            () throws(Browser.Failure) in
            let hop = try await browser.open(answer)
            guard hop.status == 303 || hop.status == 302, let location = hop.location else {
                throw Browser.Failure(reason: "status \(hop.status)")
            }
            try must(
                !location.contains("code=") && !location.contains("state="), "they stand in the next address")
            let page = try await browser.open(location)
            try must(page.status == 200, "status \(page.status)")
            return page
        }
        return (page, browser)
    }

    private static func handle(in page: Browser.Page) throws(Browser.Failure) -> String {
        guard let link = FormReading.link("open-app-button", in: page.text), let url = StrictURL(link),
            let query = url.query, let handle = (try? Form(parsing: query.utf8))?.single?["t"]
        else { throw Browser.Failure(reason: "there is no link to the app") }
        return handle
    }

    /// The link that the recovery page offers after a handle was used.
    func freshHandle(_ answer: String, not handle: String) async throws(Browser.Failure) -> String {
        var browser = browser
        guard let location = try await browser.open(answer).location else {
            throw Browser.Failure(reason: "the page leads nowhere")
        }
        let fresh = try Self.handle(in: try await browser.open(location))
        try must(fresh != handle, "the page offers the spent link again")
        return fresh
    }

    func resume(_ handle: String, _ app: App) async throws(Browser.Failure) -> String {
        try await step(
            "the system opens the app with a handle, which it trades for the answer with its verifier"
        ) {
            () throws(Browser.Failure) in
            let answer = try await app.resume(handle, transaction)
            guard answer.status == 200, let uri = answer.callbackURI else {
                throw Browser.Failure(reason: "status \(answer.status) \(answer.error ?? "")")
            }
            return uri
        }
    }

    /// Code for tokens; then everything that an app does with them.
    func redeem(_ code: String, _ app: App) async throws(Browser.Failure) {
        let tokens = try await step("the app redeems the code with its verifier") {
            () throws(Browser.Failure) in
            let answer = try await app.redeem(code, transaction)
            try must(answer.status == 200, "status \(answer.status) \(answer.error ?? "")")
            return answer
        }
        let subject = try await step("the ID token holds: signature, issuer, audience, nonce, time") {
            () throws(Browser.Failure) in try await verify(tokens.idToken, app)
        }
        try await step("userinfo names the same person") { () throws(Browser.Failure) in
            let fields = Fields([(.authorization, "Bearer \(tokens.accessToken ?? "")")])
            let body = try await player.get(app.endpoints.userinfo, fields: fields)
            let person = try? JSONDecoder().decode(Person.self, from: Data(body))
            try must(person?.sub == subject, "the subjects differ")
        }
        guard let refresh = tokens.refreshToken else { return }
        try await step("the refresh token rotates, and a repeated ask gets the same successor") {
            () throws(Browser.Failure) in
            let first = try await app.refresh(refresh)
            let second = try await app.refresh(refresh)
            try must(
                first.status == 200 && second.status == 200, "status \(first.status) and \(second.status)")
            try must(
                first.refreshToken == second.refreshToken && first.refreshToken != refresh, "no one successor"
            )
        }
    }

    private func verify(_ text: String?, _ app: App) async throws(Browser.Failure) -> String {
        let keys = try? JWKSet(reading: try await player.get(app.endpoints.keys))
        guard let text, let keys, let token = try? UnverifiedToken(parsing: text),
            let claims = try? token.verified(by: keys).claims(IDTokenClaims.self)
        else { throw Browser.Failure(reason: "the signature does not hold") }
        try must(claims.iss == app.endpoints.issuer, "iss is another")
        try must(claims.aud.values == [app.clientID], "aud is another")
        try must(claims.nonce == transaction.nonce, "nonce is another")
        try must(Double(claims.exp.seconds) > Date().timeIntervalSince1970, "it has expired")
        return claims.sub
    }
}

private struct Person: Decodable { let sub: String }
