import Broker
import OAuth
import Settings
import Testing
import Upstream

struct OverlayTests {
    private func read(_ first: String, _ second: String) -> ConfigurationReading {
        Desk(
            files: ["base": first, "over": second, "/secret": "from the file"],
            environment: ["SECRET": "from the environment"]
        ).read("base", "over")
    }

    @Test(arguments: ["+2", "[]", "\"text\"", "null", "true"])
    func `a file that is no object is a fault, whatever lies over it`(_ first: String) {
        let reading = read(first, Desk.text())
        #expect(reading.configuration == nil)
        #expect(reading.shown.contains("base: is "))
        #expect(reading.shown.contains("not an object; mend: write { … }"))
    }

    @Test func `later files override earlier ones key by key`() throws {
        let reading = read(Desk.text(), "{ server: { workers: 3 }, lifetimes: { code_s: 30 } }")
        let configuration = try #require(reading.configuration, "\(reading.shown)")
        #expect(configuration.server.workers == 3)
        #expect(configuration.broker.issuer.text == "https://auth.example.com")
        #expect(configuration.broker.lifetimes.code == 30)
    }

    @Test
    func `clients and providers are merged by what they go by, others are added, plain lists are replaced`()
        throws
    {
        let base = Desk.text([
            "clients": "[\(Desk.client(["client_name": "\"One\"", "allowed_origins": "[\"a://b\"]"]))]"
        ])
        let over = """
            { clients: [{ client_id: "app1", scope: "openid email", allowed_origins: ["c://d"] },
                        { client_id: "app2", redirect_uris: ["com.example.two:/cb"] }],
              providers: [{ id: "google", client_id: "other" }] }
            """
        let configuration = try #require(read(base, over).configuration)
        #expect(configuration.broker.clients.map(\.clientID.text) == ["app1", "app2"])
        let first = configuration.broker.clients[0]
        #expect(
            first.name == "One" && first.scope.text == "openid email" && first.allowedOrigins == ["c://d"])
        #expect(configuration.providers.count == 1)
        #expect(configuration.providers[0].clientID == "other")
    }

    @Test func `a fault names the file that its value came from`() {
        let reading = read(Desk.text(), "{ server: { workers: -1 }, lifetimes: { code_s: 1 } }")
        #expect(reading.hard["server.workers"]?.file == "over")
        let base = read(Desk.text(["lifetimes": "{ code_s: 1 }"]), "{ lifetimes: { handle_s: 60 } }")
        #expect(base.hard["lifetimes.code_s"]?.file == "base")
    }

    @Test(arguments: [
        (#""inline""#, #"{ env: "SECRET" }"#, "from the environment"),
        (#"{ env: "SECRET" }"#, #"{ file: "/secret" }"#, "from the file"),
        (#"{ file: "/secret" }"#, #"{ env: "SECRET" }"#, "from the environment"),
        (#"{ file: "/secret" }"#, #""inline""#, "inline"),
    ])
    func `a secret from elsewhere is replaced whole`(first: String, second: String, is expected: String)
        throws
    {
        let reading = read(
            Desk.text(["providers": "[\(Desk.provider(["client_secret": first]))]"]),
            "{ providers: [{ id: \"google\", client_secret: \(second) }] }")
        let configuration = try #require(reading.configuration, "\(reading.shown)")
        #expect(configuration.providers[0].clientSecret == expected)
    }
}
