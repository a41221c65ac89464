import Codec
import Settings
import Testing
import Upstream

struct ProvidersReadingTests {
    private func read(_ changes: [String: String?]) -> ConfigurationReading {
        Desk.read(["providers": "[\(Desk.provider(changes))]"])
    }

    @Test(arguments: [
        ("id", nil), ("id", "\"Google\""), ("id", "\"a/b\""), ("id", "null"), ("kind", nil),
        ("kind", "\"google\""),
        ("issuer", nil), ("issuer", "\"http://idp.example\""), ("issuer", "\"idp.example\""),
        ("issuer", "\"https://a.example?x=1\""),
        ("client_id", nil), ("scope", "\"profile\""), ("scope", "\"a  b\""), ("client_secret", "7"),
        ("token_endpoint_auth_method", "\"client_secret_jwt\""),
    ])
    func `each key that is wrong is one fault at its place`(key: String, value: String?) {
        let reading = read([key: value])
        #expect(reading.configuration == nil)
        #expect(Array(reading.hard.keys) == ["providers[0].\(key)"], "\(reading.shown)")
    }

    @Test func `H18 the issuer is kept byte for byte, slash and all, and http is for loopback alone`() {
        #expect(
            read(["issuer": "\"https://a.example/app/\""]).configuration?.providers[0].issuer.text
                == "https://a.example/app/")
        #expect(read(["issuer": "\"http://127.0.0.1:9000\""]).isSound)
    }

    @Test func `a provider that stands twice, and none at all, are faults`() {
        let twice = Desk.read(["providers": "[\(Desk.provider()), \(Desk.provider())]"])
        #expect(twice.hard["providers[1].id"] != nil)
        #expect(Desk.read(["providers": "[]"]).hard["providers"] != nil)
    }

    @Test func `an API has an audience and a scope`() {
        let reading = Desk.read([
            "apis":
                "[{ scope: \"a\" }, { audience: \"https://a.example\" }, { audience: \"x\", scope: \"a\" }]"
        ])
        #expect(Set(reading.hard.keys) == ["apis[0].audience", "apis[1].scope", "apis[2].audience"])
    }
}
