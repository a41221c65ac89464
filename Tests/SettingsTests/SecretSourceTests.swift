import Broker
import Crypto
import OAuth
import Settings
import Testing
import Upstream

struct SecretSourceTests {
    @Test func `any string may come from the environment or a file, without its line end`() throws {
        let desk = Desk(
            files: [
                "c": Desk.text([
                    "server": Desk.server(["public_url": "{ env: \"URL\" }"]),
                    "secrets": "{ master_key: { file: \"/key\" } }",
                    "clients": "[\(Desk.client(["redirect_uris": "[{ env: \"URI\" }]"]))]",
                ]),
                "/key": Desk.masterKey + "\r\n",
            ], environment: ["URL": "https://id.example.com", "URI": "com.example.a:/cb"])
        let configuration = try #require(desk.read("c").configuration, "\(desk.read("c").shown)")
        #expect(configuration.broker.issuer.text == "https://id.example.com")
        #expect(configuration.broker.clients[0].redirectURIs[0].text == "com.example.a:/cb")
    }

    @Test func `what is not there is a fault that says what is missing`() {
        let reading = Desk.read([
            "secrets": "{ master_key: { file: \"/gone\" } }",
            "providers": "[\(Desk.provider(["client_secret": "{ env: \"GONE\" }"]))]",
        ])
        #expect(reading.hard["secrets.master_key"]?.problem.contains("/gone") == true)
        #expect(reading.hard["providers[0].client_secret"]?.problem.contains("GONE") == true)
        for odd in ["{ env: \"A\", file: \"B\" }", "{ vault: \"x\" }", "{ env: 7 }", "{}"] {
            #expect(Desk.read(["secrets": "{ master_key: \(odd) }"]).hard["secrets.master_key"] != nil)
        }
    }

    @Test func `a secret file that everybody may read is worth a warning`() {
        let desk = Desk(
            files: [
                "c": Desk.text(["secrets": "{ master_key: { file: \"/key\" } }"]), "/key": Desk.masterKey,
            ],
            worldReadable: ["/key"])
        let reading = desk.read("c")
        #expect(reading.isSound)
        #expect(reading.warned.contains { $0.mend.contains("chmod") })
    }

    @Test(arguments: ["short", "", "====", "marker+marker/marker+marker/marker+marker/marker="])
    func `a master key of another form is a fault that tells how to make one and not what it was`(key: String)
    {
        let reading = Desk.read(["secrets": "{ master_key: \"\(key)\" }"])
        #expect(reading.hard["secrets.master_key"]?.mend.contains("openssl rand") == true)
        if !key.isEmpty { #expect(!reading.shown.contains(key)) }
    }

    @Test func `what came from elsewhere is never echoed, whatever is wrong with it`() {
        let marker = "marker value/?#"
        let from = "{ env: \"MARKER\" }"
        let client = [
            "client_id": from, "redirect_uris": "[\(from)]", "scope": from, "open_app_path": from,
            "custom_scheme_fallback": from, "id_token_signed_response_alg": from,
            "allowed_origins": "[\(from)]",
            "branding": "{ accent: \(from), support_url: \(from) }", "store_links": "{ ios: \(from) }",
            "android": "[{ package_name: \(from), sha256_cert_fingerprints: [\(from)] }]",
            "ios": "[{ app_id: \(from) }]",
        ]
        let text = Desk.text([
            "server": Desk.server([
                "listen": from, "public_url": from, "link_url": from, "trusted_proxies": "[\(from)]",
            ]),
            "store": "{ url: \(from) }", "secrets": "{ master_key: \(from) }",
            "clients": "[\(Desk.client(client))]",
            "providers": "[\(Desk.provider(["id": from, "kind": from, "issuer": from, "scope": from]))]",
            "apis": "[{ audience: \(from), scope: \(from) }]", "rate_limits": "{ token: \(from) }",
        ])
        let reading = Desk(files: ["c": text], environment: ["MARKER": marker]).read("c")
        #expect(reading.hard.count > 20, "\(reading.shown)")
        #expect(!reading.shown.contains("marker"), "\(reading.shown)")
        let pathful = Desk(
            files: ["c": Desk.text(["server": Desk.server(["public_url": from])])],
            environment: ["MARKER": "https://marker.example/path"]
        ).read("c")
        #expect(pathful.hard["server.public_url"] != nil)
        #expect(!pathful.shown.contains("marker"))
    }
}
