import Broker
import Crypto
import HTTPServer
import OAuth
import Settings
import Testing
import Upstream

struct ConfigurationReadingTests {
    @Test func `the least configuration is sound and has the defaults of the contract`() throws {
        let reading = Desk.read(Desk.text())
        #expect(reading.faults.isEmpty, "\(reading.shown)")
        let configuration = try #require(reading.configuration)
        #expect(configuration.broker.issuer.text == "https://auth.example.com")
        #expect(configuration.broker.linkOrigin == "https://link.example.com")
        #expect(configuration.broker.lifetimes == Lifetimes())
        #expect(configuration.store == .sqlite(path: "/var/lib/homing.db"))
        #expect(configuration.server.workers == 0)
        #expect(configuration.admin.isEmpty)
        let client = try #require(configuration.broker.clients.first)
        #expect(client.name == "app1" && client.openAppPath == "/mobile/open-app")
        #expect(client.scope.text == "openid" && client.idTokenAlgorithm == .es256)
        #expect(configuration.providers.first?.scope.text == "openid profile email")
    }

    @Test func `every section that is missing, or null, or of another kind is named, all at once`() {
        let names = ["server", "store", "secrets", "clients", "providers"]
        #expect(Set(Desk.read("{}").hard.keys) == Set(names + []))
        let nothing = Desk.read(
            "{ server: null, store: null, secrets: null, clients: null, providers: null }")
        #expect(Set(nothing.hard.keys) == Set(names))
        let wrong = Desk.read("{ server: 1, store: true, secrets: [], clients: {}, providers: \"x\" }")
        #expect(Set(wrong.hard.keys) == Set(names))
        #expect(wrong.faults.count == 5, "\(wrong.shown)")
        for reading in [nothing, wrong] { #expect(reading.configuration == nil) }
    }

    @Test func `a fault names file, key path, problem and mend on one line`() throws {
        let reading = Desk.read([
            "clients": "[\(Desk.client(["redirect_uris": #"["https://a.example/cb", "*"]"#]))]"
        ])
        let fault = try #require(reading.hard["clients[0].redirect_uris[1]"])
        #expect(fault.file == "homing.json5")
        #expect(fault.line.hasPrefix("homing.json5: clients[0].redirect_uris[1]: "))
        #expect(fault.line.contains("; mend: ") && !fault.mend.isEmpty && !fault.line.contains("\n"))
    }

    @Test func `faults in every corner come together`() {
        let reading = Desk.read([
            "server": Desk.server([
                "public_url": #""http://auth.example.com""#, "listen": "[]", "workerz": "2",
            ]),
            "store": #"{ url: "mysql://x" }"#, "secrets": #"{ master_key: "short" }"#,
            "clients": "[\(Desk.client(["client_id": nil, "scope": "\"a  b\"", "first_party": "\"yes\""]))]",
            "providers": "[\(Desk.provider(["kind": "\"odic\"", "issuer": nil]))]",
            "lifetimes": "{ code_s: 1, handle_s: \"x\", refresh_grace_s: 1.5 }",
            "apis": "[{ audience: \"x\" }]", "admin": "{}", "rate_limits": "{ token: \"many\" }",
        ])
        let expected: Set = [
            "server.public_url", "server.listen", "server.workerz", "store.url", "secrets.master_key",
            "clients[0].client_id", "clients[0].scope", "clients[0].first_party", "providers[0].kind",
            "providers[0].issuer", "lifetimes.code_s", "lifetimes.handle_s", "lifetimes.refresh_grace_s",
            "apis[0].scope", "admin.listen", "rate_limits.token",
        ]
        #expect(expected.isSubset(of: Set(reading.hard.keys)), "\(expected.subtracting(reading.hard.keys))")
    }

    @Test func `lifetimes and limits are read`() throws {
        let reading = Desk.read([
            "lifetimes":
                "{ transaction_s: 300, code_s: 30, handle_s: 120, access_token_s: 60, refresh_token_s: 3600, "
                + "refresh_grace_s: 0, session_s: 0 }",
            "server": Desk.server([
                "workers": "2", "trusted_proxies": #"["10.0.0.0/8", "::1/128"]"#,
                "listen": #"["127.0.0.1:8080", "[::1]:8080", "unix:/run/homing.sock"]"#,
                "limits":
                    "{ header_bytes: 8192, body_bytes: 4096, header_timeout_s: 5, idle_timeout_s: 30, connections: 100 }",
            ]),
            "admin": "{ listen: \"127.0.0.1:9080\" }",
        ])
        let configuration = try #require(reading.configuration, "\(reading.shown)")
        let lifetimes = configuration.broker.lifetimes
        #expect(lifetimes.transaction == 300 && lifetimes.code == 30 && lifetimes.handle == 120)
        #expect(lifetimes.accessToken == 60 && lifetimes.refreshToken == 3600)
        #expect(lifetimes.refreshGrace == 0 && lifetimes.session == 0)
        #expect(configuration.server.workers == 2)
        #expect(configuration.server.listen.count == 3)
        #expect(configuration.server.trustedProxies.count == 2)
        #expect(configuration.server.limits.connections == 100)
        #expect(configuration.admin.count == 1)
    }

    @Test func `no file, a missing file and a broken one are said plainly`() {
        #expect(Desk().read().faults.count == 1)
        #expect(Desk().read("gone.json5").shown.contains("gone.json5: cannot be read"))
        let broken = Desk.read("{ server: {\n  listen: \"x\n}")
        #expect(broken.faults.count == 1)
        #expect(broken.shown.contains("line 2"))
        #expect(Desk.read("[]").configuration == nil)
        #expect(Desk.read("").configuration == nil)
    }

    @Test func `comments, bare keys, single quotes and trailing commas are fine`() {
        let text = "// top\n" + Desk.text().dropLast() + ", /* and */ lifetimes: { 'code_s': 60, }, }"
        #expect(Desk.read(String(text)).isSound)
    }

    @Test(arguments: [0x80, 0xC3, 0xE2, 0xF0, 0xFF] as [UInt8])
    func `a file that is no UTF-8 is a fault and not the end of the process`(byte: UInt8) {
        for text in ["{ a\0: 1 }", "{ \0", "{ \"\0\": 1 }", "{ a: '\0' }", "\0"] {
            let bytes = text.utf8.map { $0 == 0 ? byte : $0 }
            let source = SecretSource(
                environment: { _ in nil }, file: { _ in bytes }, isWorldReadable: { _ in false })
            let reading = ConfigurationReading(files: ["c"], secrets: source)
            #expect(reading.faults.first?.problem == "is not UTF-8 text")
        }
    }
}
