import Broker
import Crypto
import OAuth
import Settings
import Testing
import Upstream

struct ContractSampleTests {
    /// The configuration of the contract's second section, with real values where it has dots; a private-use URI and
    /// both listeners as there. What this build does not have yet is left out.
    static let text = """
        {
          server: {
            listen: "127.0.0.1:8080",            // or a unix socket, or a list of these
            public_url: "https://auth.example.com",
            link_url: "https://link.example.com",
            trusted_proxies: ["127.0.0.1/32", "::1/128"],
            workers: 0,
            limits: { header_bytes: 16384, body_bytes: 65536, header_timeout_s: 10, idle_timeout_s: 60, connections: 10000 },
          },
          admin: { listen: "127.0.0.1:9080" },
          store: { url: "sqlite:///var/lib/homing/homing.db" },
          secrets: { master_key: { file: "/run/secrets/homing_master_key" } },
          rate_limits: { authorize: "1200/min", token: "1200/min", resume: "300/min", pages: "1200/min" },
          lifetimes: { transaction_s: 600, code_s: 60, handle_s: 300, access_token_s: 300, refresh_token_s: 2592000,
                       refresh_grace_s: 60, session_s: 28800 },
          clients: [{
            client_id: "com.example.mobile", client_name: "Example App",
            redirect_uris: ["https://link.example.com/mobile/oauth/callback", "com.example.mobile:/oauth/callback", "http://127.0.0.1/callback"],
            post_logout_redirect_uris: ["https://auth.example.com/mobile/signed-out"],
            scope: "openid profile email offline_access orders.read", first_party: true,
            dpop_bound_access_tokens: false, require_pushed_authorization_requests: false,
            token_endpoint_auth_method: "none",
            android: [{ package_name: "com.example.mobile", sha256_cert_fingerprints: ["\(Self.print)"], track: "production" }],
            ios: [{ app_id: "TEAMID1234.com.example.mobile" }],
            open_app_path: "/mobile/open-app",
            custom_scheme_fallback: "com.example.mobile:/resume",
            store_links: { android: "https://play.google.com/store/apps/details?id=x", ios: "https://apps.apple.com/app/id1" },
            branding: { accent: "#0a84ff", logo: "logo.svg", support_url: "https://example.com/help" },
            id_token_signed_response_alg: "ES256", allowed_origins: [],
            sso_group: "example",
          }],
          providers: [{ id: "google", kind: "oidc", issuer: "https://accounts.google.com", client_id: "us", client_secret: { env: "GOOGLE_SECRET" }, scope: "openid profile email" }],
          apis: [{ audience: "https://api.example.com", scope: "orders.read orders.write", introspection_client: "orders-api" }],
        }
        """

    private static let print = Array(repeating: "AA", count: 32).joined(separator: ":")

    @Test func `the contract's own sample is read without a fault`() throws {
        let desk = Desk(
            files: ["sample": Self.text, "/run/secrets/homing_master_key": Desk.masterKey + "\n"],
            environment: ["GOOGLE_SECRET": "from the environment"])
        let reading = desk.read("sample")
        #expect(reading.hard.isEmpty, "\(reading.shown)")
        let configuration = try #require(reading.configuration)
        let client = try #require(configuration.broker.clients.first)
        #expect(client.redirectURIs.count == 3)
        #expect(client.isFirstParty)
        #expect(client.androidApps.first?.packageName == "com.example.mobile")
        #expect(client.iosApps == ["TEAMID1234.com.example.mobile"])
        #expect(client.customSchemeFallback == "com.example.mobile:/resume")
        #expect(client.storeLinks.ios == "https://apps.apple.com/app/id1")
        #expect(client.branding.accent == "#0a84ff")
        #expect(configuration.providers.first?.clientSecret == "from the environment")
        #expect(configuration.broker.apis.first?.audience == "https://api.example.com")
    }
}
