import AppLinks
import Doubles
import FoundationEssentials
import HTTP
import JOSE
import OAuth
import Pages
import Testing

struct DocumentsTests {
    static let metadata = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"]

    @Test(arguments: metadata) func `A19 H17 the metadata says what this build does`(path: String)
        async throws
    {
        let house = try await House()
        let answer = try await house.send(.get, path)
        #expect(answer.status == 200)
        #expect(answer["content-type"] == "application/json")
        #expect(answer["etag"]?.hasPrefix("\"") == true)
        #expect(answer["cache-control"]?.contains("max-age") == true)
        let read = answer.members
        #expect(read["issuer"] == House.issuer)
        #expect(read["authorization_endpoint"] == House.issuer + "/oauth/authorize")
        #expect(read["token_endpoint"] == House.issuer + "/oauth/token")
        #expect(read["userinfo_endpoint"] == House.issuer + "/oauth/userinfo")
        #expect(read["jwks_uri"] == House.issuer + "/oauth/jwks.json")
        #expect(read["authorization_response_iss_parameter_supported"] == "true")
        #expect(read["code_challenge_methods_supported"] == "S256")
        #expect(read["response_types_supported"] == "code")
        #expect(read["id_token_signing_alg_values_supported"] == "ES256 RS256")
        #expect(read["token_endpoint_auth_methods_supported"] == "none")
        #expect(read["request_uri_parameter_supported"] == "false")
        for late in ["revocation_endpoint", "introspection_endpoint", "end_session_endpoint"] {
            #expect(read[late] == nil)
        }
    }

    @Test func `H30 D20 forged forwarding headers change no byte of it`() async throws {
        let house = try await House()
        let plain = try await house.send(.get, Self.metadata[0])
        for field: (FieldName, String) in [
            (.xForwardedHost, "evil.example"), (.forwarded, "host=evil.example;proto=http"),
            (.xForwardedHost, "a\", error=\"x"), (.xForwardedProto, "http"), (.xRealIP, "1.2.3.4"),
        ] {
            #expect(try await house.send(.get, Self.metadata[0], [field]).body == plain.body)
        }
    }

    @Test func `a document that is known already is 304, and HEAD has its head alone`() async throws {
        let house = try await House()
        let whole = try await house.send(.get, "/oauth/jwks.json")
        let tag = try #require(whole["etag"])
        let known = try await house.send(.get, "/oauth/jwks.json", [(.ifNoneMatch, tag)])
        #expect(known.status == 304 && known.body.isEmpty)
        let head = try await house.send(.head, "/oauth/jwks.json")
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head["content-length"] == whole["content-length"])
        #expect(try JWKSet(reading: whole.body).keys.count == 1)
        #expect(!whole.text.contains("\"d\""))
    }

    @Test
    func
        `H27 H29 T21 the association files are on both hosts and nothing is served where nothing is configured`()
        async throws
    {
        var plan = try House.Plan()
        let print = Array(repeating: "AB", count: 32).joined(separator: ":")
        plan.clients[0].androidApps = [.init(packageName: "com.example.app", fingerprints: [print])]
        plan.clients[0].iosApps = ["TEAMID1234.com.example.app"]
        let house = try await House(plan)
        for host in [House.issuer, House.link] {
            for path in [
                "/.well-known/assetlinks.json", "/.well-known/apple-app-site-association",
                "/apple-app-site-association",
            ] {
                let answer = try await house.send(.get, host + path + "?x=1")
                #expect(answer.status == 200)
                #expect(answer["content-type"] == "application/json")
                #expect(answer["set-cookie"] == nil && answer.location == nil)
                #expect(answer.body.count < 128_000 && answer.body.first != 0xEF)
                #expect(throws: Never.self) { try JSONDecoder().decode(Loose.self, from: Data(answer.body)) }
            }
        }
        let apple = try await house.send(.get, House.link + "/apple-app-site-association")
        for path in ["/mobile/oauth/callback", "/mobile/open-app"] { #expect(apple.text.contains(path)) }
        #expect(!apple.text.contains("resume") && !apple.text.contains("\"*\""))
        let bare = try await House()
        let answer = try await bare.send(.get, House.link + "/.well-known/assetlinks.json")
        #expect(answer.status == 404)
        #expect(answer["content-type"] == "application/json")
    }

    @Test func `T22 a document is kept as long as its kind allows, and is sent over TLS alone from then on`()
        async throws
    {
        let house = try await House()
        for (path, caching) in [
            (Self.metadata[0], "public, max-age=3600"), (Self.metadata[1], "public, max-age=3600"),
            ("/oauth/jwks.json", "public, max-age=3600"), ("/favicon.ico", "public, max-age=3600"),
            (Asset.styleSheet.path, Asset.cacheControl), (Asset.icon.path, Asset.cacheControl),
        ] {
            let answer = try await house.send(.get, path)
            #expect(answer.status == 200 && answer.all("cache-control") == [caching], "\(path)")
            #expect(answer.all("strict-transport-security") == ["max-age=31536000"], "\(path)")
            let known = try await house.send(.get, path, [(.ifNoneMatch, try #require(answer["etag"]))])
            #expect(
                known.status == 304 && known["cache-control"] == caching && known["vary"] == answer["vary"])
        }
    }

    @Test func `public documents are sent as gzip to who takes it, answers to one person never`() async throws
    {
        let house = try await House()
        let gzip: [(FieldName, String)] = [(.acceptEncoding, "gzip, deflate, br")]
        for path in Self.metadata + [Asset.styleSheet.path] {
            let plain = try await house.send(.get, path)
            let packed = try await house.send(.get, path, gzip)
            #expect(packed["content-encoding"] == "gzip" && packed.body.count < plain.body.count)
            #expect(packed.body.starts(with: [0x1F, 0x8B]))
            #expect(plain["vary"] == "accept-encoding" && packed["vary"] == "accept-encoding")
            #expect(plain["etag"] != packed["etag"])
            let head = try await house.send(.head, path, gzip)
            #expect(head.body.isEmpty && head.head == packed.head)
        }
        for path in ["/mobile/complete?t=x", "/oauth/authorize", "/oauth/userinfo", "/nowhere"] {
            let answer = try await house.send(.get, path, gzip + [(.accept, "text/html")])
            #expect(
                answer["content-encoding"] == nil && answer["cache-control"]?.contains("no-store") == true)
        }
    }

    @Test func `the metadata is the issuer host's alone`() async throws {
        let house = try await House()
        for path in Self.metadata + ["/oauth/jwks.json"] {
            #expect(try await house.send(.get, House.link + path).status == 404)
        }
    }
}
