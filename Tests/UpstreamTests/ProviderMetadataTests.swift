import OAuth
import Testing

@testable import Upstream

@Suite struct ProviderMetadataTests {
    @Test func `H18 an issuer that ends in a slash works when everybody writes it so`() async throws {
        let fake = try FakeProvider(issuer: "https://idp.example/app/")
        try fake.grant()
        let identity = try await fake.provider().identity(code: "c", leg: FakeProvider.proof)
        #expect(identity.issuer == "https://idp.example/app/")
        #expect(fake.requests[0].url == "https://idp.example/app/.well-known/openid-configuration")
    }

    @Test(arguments: [
        ("https://idp.example/app", "https://idp.example/app/"),
        ("https://idp.example/app/", "https://idp.example/app"),
    ])
    func `H18 a difference in the last slash fails and names the text to configure`(
        configured: String, published: String
    ) async throws {
        let fake = try FakeProvider(issuer: configured)
        fake.answer(
            "/.well-known/openid-configuration",
            fake.metadata().replacing("\"\(configured)\"", with: "\"\(published)\""))
        let provider = try fake.provider()
        await #expect(
            throws: UpstreamFailure.misconfigured(
                "the issuer differs by its last slash: configure it as \"\(published)\"")
        ) { try await provider.prepare() }
    }

    @Test func `H18 a token whose issuer differs by the slash is refused`() async throws {
        let fake = try FakeProvider(issuer: "https://idp.example/app/")
        try fake.grant(fake.claims(["iss": "\"https://idp.example/app\""]))
        let provider = try fake.provider()
        await #expect(throws: UpstreamFailure.invalidToken("iss differs from the issuer by its last slash")) {
            try await provider.identity(code: "c", leg: FakeProvider.proof)
        }
    }

    @Test(arguments: [
        #""https://evil.example""#, #""https://idp.example//""#, #""HTTPS://idp.example""#, "null", "7",
    ])
    func `metadata of another issuer is refused`(issuer: String) throws {
        let fake = try FakeProvider()
        let document = fake.metadata().replacing(#""https://idp.example","#, with: issuer + ",")
        #expect(throws: UpstreamFailure.self) {
            try ProviderMetadata(reading: Array(document.utf8), of: try fake.configuration())
        }
    }

    @Test(arguments: ["authorize", "token", "jwks"])
    func `A49 an endpoint that is not https is refused`(path: String) throws {
        let fake = try FakeProvider()
        for address in ["http://idp.example/x", "file:///etc/passwd", "https://u:p@idp.example/", "//x", ""] {
            let document = fake.metadata().replacing(
                "\"https://idp.example/\(path)\"", with: "\"\(address)\"")
            #expect(throws: UpstreamFailure.self) {
                try ProviderMetadata(reading: Array(document.utf8), of: try fake.configuration())
            }
        }
        let loopback = try FakeProvider(issuer: "http://127.0.0.1:9")
        let document = loopback.metadata().replacing("https://idp.example", with: "http://127.0.0.1:9")
        _ = try ProviderMetadata(reading: Array(document.utf8), of: try loopback.configuration())
    }

    @Test func `only a loopback issuer may lead to loopback addresses`() async throws {
        for (issuer, expected) in [("https://idp.example", false), ("http://localhost:9", true)] {
            let fake = try FakeProvider(issuer: issuer)
            try fake.grant()
            _ = try await fake.provider().identity(code: "c", leg: FakeProvider.proof)
            #expect(fake.requests.count == 3)
            #expect(fake.requests.allSatisfy { $0.allowsLoopback == expected })
        }
    }

    @Test(arguments: ["", "[]", "{", "null", #"{"issuer":"https://idp.example"}"#])
    func `what is no metadata is refused`(document: String) throws {
        let fake = try FakeProvider()
        #expect(throws: UpstreamFailure.self) {
            try ProviderMetadata(reading: Array(document.utf8), of: try fake.configuration())
        }
    }

    @Test func `members of odd shapes do no harm`() throws {
        let fake = try FakeProvider()
        let document = fake.metadata(
            #","token_endpoint_auth_methods_supported":"basic","#
                + #""authorization_response_iss_parameter_supported":"true","x":{}"#)
        let metadata = try ProviderMetadata(reading: Array(document.utf8), of: try fake.configuration())
        #expect(metadata.authentication == nil)
        #expect(metadata.promisesIssuer)
    }
}
