import Codec
import OAuth
import Testing

@testable import Upstream

@Suite struct TokenRequestTests {
    private func request(secret: String?, methods: String?, configured: ClientAuthentication? = nil) throws
        -> UpstreamRequest
    {
        let fake = try FakeProvider()
        let configuration = try fake.configuration(secret: secret, authentication: configured)
        let methods = methods.map { #","token_endpoint_auth_methods_supported":[\#($0)]"# } ?? ""
        let metadata = try ProviderMetadata(reading: Array(fake.metadata(methods).utf8), of: configuration)
        return try TokenRequest(
            code: "c/1", verifier: "v", callbackURI: "https://auth.example.com/cb",
            configuration: configuration,
            metadata: metadata
        ).request
    }

    @Test func `H12 the exchange asks for JSON and carries code, redirect URI and verifier`() throws {
        let request = try request(secret: "s", methods: nil)
        #expect(request.method == .post)
        #expect(request.url == "https://idp.example/token")
        #expect(request.fields.contains { $0 == ("accept", "application/json") })
        #expect(request.fields.contains { $0 == ("content-type", "application/x-www-form-urlencoded") })
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == "grant_type=authorization_code&code=c%2F1&redirect_uri=https%3A%2F%2Fauth.example.com%2Fcb"
                + "&code_verifier=v")
        #expect(request.timeoutMilliseconds == 5000)
        #expect(request.maxBody == 1_048_576)
    }

    @Test func `id and secret are form-encoded before they are joined`() throws {
        #expect(TokenRequest.basic("us", "a:b%/ ") == "Basic dXM6YSUzQWIlMjUlMkYlMjA=")
    }

    @Test(arguments: [
        (nil, ClientAuthentication.basic), ("\"client_secret_basic\"", .basic),
        ("\"client_secret_post\"", .post),
        ("\"client_secret_post\",\"client_secret_basic\"", .basic),
    ])
    func `the metadata says how a secret is shown`(methods: String?, expected: ClientAuthentication) throws {
        let request = try request(secret: "s e", methods: methods)
        let body = String(decoding: request.body, as: UTF8.self)
        #expect(request.fields.contains { $0.name == "authorization" } == (expected == .basic))
        #expect(body.contains("&client_id=us&client_secret=s%20e") == (expected == .post))
    }

    @Test func `the operator may overrule the metadata`() throws {
        let request = try request(secret: "s", methods: "\"client_secret_basic\"", configured: .post)
        #expect(!request.fields.contains { $0.name == "authorization" })
    }

    @Test func `without a secret only the client id is sent`() throws {
        let request = try request(secret: nil, methods: "\"client_secret_basic\"")
        #expect(!request.fields.contains { $0.name == "authorization" })
        #expect(String(decoding: request.body, as: UTF8.self).hasSuffix("&client_id=us"))
    }

    @Test func `a provider that takes no secret of ours is a fault of configuration`() {
        #expect(
            throws: UpstreamFailure.misconfigured(
                "the provider takes neither client_secret_basic nor client_secret_post")
        ) { try request(secret: "s", methods: "\"private_key_jwt\"") }
    }
}
