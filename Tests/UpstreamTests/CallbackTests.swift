import OAuth
import Testing

@testable import Upstream

@Suite struct CallbackTests {
    @Test(
        arguments: [
            ("https://idp.example", false, true), ("https://idp.example", true, true),
            ("https://evil.example", false, false), ("https://idp.example/", false, false),
            ("", false, false),
            (nil, true, false), (nil, false, true),
        ] as [(String?, Bool, Bool)])
    func `H17 iss in the response is held against the issuer`(iss: String?, isPromised: Bool, isTaken: Bool)
        async throws
    {
        let fake = try FakeProvider()
        if isPromised {
            fake.answer(
                "/.well-known/openid-configuration",
                fake.metadata(#","authorization_response_iss_parameter_supported":true"#))
        }
        #expect(try await fake.provider().accepts(issuer: iss) == isTaken)
    }

    @Test(arguments: [
        ("access_denied", "access_denied"), ("user_cancelled_authorize", "access_denied"),
        ("consent_required", "consent_required"), ("login_required", "login_required"),
        ("interaction_required", "interaction_required"),
        ("temporarily_unavailable", "temporarily_unavailable"),
        ("server_error", "server_error"), ("invalid_scope", "server_error"), ("", "server_error"),
        ("Access_Denied", "server_error"), ("x\r\nSet-Cookie: a=b", "server_error"),
    ])
    func `H14 what the provider says no with becomes one of our own words`(error: String, code: String) {
        #expect(CallbackRefusal(error: error).error.code.rawValue == code)
    }

    @Test(arguments: CallbackRefusal.allCases)
    func `H14 our own words may stand in an error description`(refusal: CallbackRefusal) {
        let description = refusal.error.description
        #expect(description.utf8.allSatisfy { 0x20...0x7E ~= $0 && $0 != 0x22 && $0 != 0x5C })
        #expect(refusal.error.code.rawValue == refusal.rawValue)
    }
}
