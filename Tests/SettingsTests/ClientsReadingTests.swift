import Broker
import OAuth
import Settings
import Testing

struct ClientsReadingTests {
    private func read(_ changes: [String: String?]) -> ConfigurationReading {
        Desk.read(["clients": "[\(Desk.client(changes))]"])
    }

    @Test(arguments: [
        "https://link.example.com/*", "https://link.example.com/cb#x", "http://app.example.com/cb",
        "JavaScript:alert(1)",
        "data:text/html,x", "myapp:/cb", "https://u@link.example.com/cb", "https://link.example.com/a/../cb",
        "",
        "https://link.example.com/cb?code=1", "/cb",
    ])
    func `CVE 17 a redirect URI that may not be is a fault`(uri: String) {
        let reading = read(["redirect_uris": "[\"com.example.a:/cb\", \"\(uri)\"]"])
        #expect(reading.hard["clients[0].redirect_uris[1]"] != nil, "\(reading.shown)")
    }

    @Test func `H02 H04 a redirect URI that will surprise is a warning`() {
        for uri in [
            "com.example.App:/cb", "com.example.a://cb", "http://localhost/cb", "HTTPS://link.example.com/x",
        ] {
            let reading = read(["redirect_uris": "[\"\(uri)\"]"])
            #expect(reading.isSound, "\(reading.shown)")
            #expect(reading.warned.contains { $0.path == "clients[0].redirect_uris[0]" }, "\(uri)")
        }
    }

    @Test func `on the issuer host redirect URIs lie under mobile, and nowhere on a path of our own`() {
        for uri in [
            "https://auth.example.com/cb", "https://auth.example.com/oauth/token",
            "https://link.example.com/mobile/resume", "https://auth.example.com/mobile/complete",
            "https://link.example.com/oauth/provider/x/callback",
            "https://link.example.com/.well-known/assetlinks.json",
            "https://link.example.com/apple-app-site-association",
        ] {
            let reading = read(["redirect_uris": "[\"\(uri)\"]"])
            #expect(reading.hard["clients[0].redirect_uris[0]"] != nil, "\(uri)")
        }
        for uri in [
            "https://auth.example.com/mobile/x", "https://link.example.com/oauth/callback",
            "https://app.example.org/oauth/token",
            "https://link.example.com/mobile/open-app",
        ] {
            #expect(read(["redirect_uris": "[\"\(uri)\"]"]).hard.isEmpty, "\(uri)")
        }
        for path in ["/oauth/token", "/mobile/resume", "mobile", "/a b", "https://x.example/"] {
            #expect(read(["open_app_path": "\"\(path)\""]).hard["clients[0].open_app_path"] != nil, "\(path)")
        }
        #expect(read(["open_app_path": "\"/mobile/oauth/callback\""]).isSound)
    }

    @Test(arguments: [
        ("redirect_uris", "[]"), ("redirect_uris", nil), ("redirect_uris", "null"),
        ("redirect_uris", "\"x\""),
        ("client_id", nil), ("client_id", "null"), ("client_id", "\"ä\""), ("client_id", "7"),

        ("scope", "7"), ("first_party", "1"), ("token_endpoint_auth_method", "\"private_key_jwt\""),
        ("id_token_signed_response_alg", "\"none\""), ("custom_scheme_fallback", "\"https://a.example\""),
        ("custom_scheme_fallback", "\"com.example:/x?y=1\""), ("dpop_bound_access_tokens", "true"),
        ("require_pushed_authorization_requests", "true"), ("client_name", "7"), ("android", "{}"),
    ])
    func `each key that is wrong is one fault at its place`(key: String, value: String?) {
        let reading = read([key: value])
        #expect(reading.configuration == nil)
        #expect(Array(reading.hard.keys) == ["clients[0].\(key)"], "\(reading.shown)")
        #expect(reading.faults.count { $0.severity == .fault } == 1, "\(reading.shown)")
    }

    @Test func `H28 fingerprints are held to their form, each with its own fault`() {
        let good = Array(repeating: "ab", count: 32).joined(separator: ":")
        let sha1 = Array(repeating: "ab", count: 20).joined(separator: ":")
        let reading = read([
            "android": """
            [{ package_name: "com.example.a", sha256_cert_fingerprints: ["\(good)", "\(sha1)", "REPLACE_ME"] },
             { package_name: "com.example.b" }, { package_name: "b", sha256_cert_fingerprints: ["\(good)"] }]
            """,
            "ios": "[{ app_id: \"x\" }, { appid: \"TEAMID1234.a.b\" }]",
        ])
        let place = "clients[0].android"
        #expect(reading.hard["\(place)[0].sha256_cert_fingerprints[1]"]?.problem.contains("SHA-1") == true)
        for path in [
            "\(place)[0].sha256_cert_fingerprints[2]", "\(place)[1].sha256_cert_fingerprints",
            "\(place)[2].package_name", "clients[0].ios[0].app_id", "clients[0].ios[1].app_id",
            "clients[0].ios[1].appid",
        ] {
            #expect(reading.hard[path] != nil, "\(path)")
        }
        #expect(reading.hard["\(place)[0].sha256_cert_fingerprints[0]"] == nil)
    }

    @Test func `addresses and looks of an app are checked`() {
        let reading = read([
            "store_links": "{ android: \"http://play.example\", ios: \"x\" }",
            "branding": "{ accent: \"blue\", support_url: \"mailto:x\", colour: \"x\" }",
            "allowed_origins": "[\"https://a.example/\", \"*\", \"capacitor://localhost\"]",
        ])
        for path in [
            "store_links.android", "store_links.ios", "branding.accent", "branding.support_url",
            "branding.colour",
            "allowed_origins[0]", "allowed_origins[1]",
        ] {
            #expect(reading.hard["clients[0].\(path)"] != nil, "\(path)")
        }
        #expect(reading.hard.count == 7)
    }

    @Test func `a client that stands twice is a fault, and one path for two apps a warning`() {
        let twice = Desk.read(["clients": "[\(Desk.client()), \(Desk.client())]"])
        #expect(twice.hard["clients[1].client_id"]?.problem == "stands twice")
        let shared = Desk.read(["clients": "[\(Desk.client()), \(Desk.client(["client_id": "\"app2\""]))]"])
        #expect(shared.isSound)
        #expect(shared.warned.contains { $0.problem.contains("both claim") })
    }
}
