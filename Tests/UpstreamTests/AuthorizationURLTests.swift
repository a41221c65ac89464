import Codec
import OAuth
import Testing

@testable import Upstream

@Suite struct AuthorizationURLTests {
    @Test func `the browser takes along state, nonce, challenge and what the app asked for`() async throws {
        let fake = try FakeProvider()
        let leg = UpstreamLeg(
            state: "s+/ ", nonce: "n", challenge: "c", prompt: "login", maxAge: 5,
            loginHint: "ana@example.com",
            uiLocales: "de en", acrValues: "urn:x")
        let text = try await fake.provider().authorizationURL(leg: leg)
        #expect(
            text == "https://idp.example/authorize?response_type=code&client_id=us"
                + "&redirect_uri=https%3A%2F%2Fauth.example.com%2Foauth%2Fprovider%2Fidp%2Fcallback"
                + "&scope=openid%20profile%20email&state=s%2B%2F%20&nonce=n&code_challenge=c"
                + "&code_challenge_method=S256&prompt=login&max_age=5&login_hint=ana%40example.com"
                + "&ui_locales=de%20en&acr_values=urn%3Ax")
    }

    @Test(arguments: [
        ("https://idp.example/a", "https://idp.example/a?"),
        ("https://idp.example/a?", "https://idp.example/a?"),
        ("https://idp.example/a?p=1", "https://idp.example/a?p=1&"),
        ("https://idp.example/a?p=1&", "https://idp.example/a?p=1&"),
    ])
    func `an endpoint with a query keeps it`(endpoint: String, start: String) throws {
        let text = AuthorizationURL(
            endpoint: try #require(StrictURL(endpoint)), configuration: try FakeProvider().configuration(),
            callbackURI: "https://auth.example.com/cb", leg: FakeProvider.leg
        ).text
        #expect(text.hasPrefix(start + "response_type=code&"))
    }

    @Test func `the address is there at once when metadata is`() async throws {
        let fake = try FakeProvider()
        let provider = try fake.provider()
        #expect(provider.authorizationURLAtOnce(leg: FakeProvider.leg) == nil)
        let text = try await provider.authorizationURL(leg: FakeProvider.leg)
        #expect(provider.authorizationURLAtOnce(leg: FakeProvider.leg) == text)
    }
}
