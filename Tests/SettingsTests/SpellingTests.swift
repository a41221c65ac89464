import Settings
import Testing

struct SpellingTests {
    @Test func `an unknown key is a fault with the nearest known key as its mend`() {
        let cases: [(changes: [String: String?], path: String, mend: String)] = [
            (["serverr": "{}"], "serverr", "server"),
            (["server": Desk.server(["public_ur": "1"])], "server.public_ur", "public_url"),
            (["server": Desk.server(["publicUrl": "1"])], "server.publicUrl", "public_url"),
            (
                ["server": Desk.server(["limits": "{ header_byte: 1 }"])], "server.limits.header_byte",
                "header_bytes"
            ),
            (
                ["clients": "[\(Desk.client(["redirect_uri": "1"]))]"], "clients[0].redirect_uri",
                "redirect_uris"
            ),
            (["clients": "[\(Desk.client(["firstparty": "true"]))]"], "clients[0].firstparty", "first_party"),
            (
                ["providers": "[\(Desk.provider(["client_secert": "\"x\""]))]"], "providers[0].client_secert",
                "client_secret"
            ),
            (["lifetimes": "{ code: 1 }"], "lifetimes.code", "code_s"),
        ]
        for each in cases {
            let fault = Desk.read(each.changes).hard[each.path]
            #expect(
                fault?.mend.contains("\"\(each.mend)\"") == true, "\(each.path): \(fault?.line ?? "none")")
        }
    }

    @Test func `a key that is near to nothing gets the list of known ones`() {
        let fault = Desk.read(["store": "{ url: \"sqlite:///x\", zzzzzzzzzz: 1 }"]).hard["store.zzzzzzzzzz"]
        #expect(fault?.mend.contains("url") == true)
    }

    @Test func `a word is mended like a key`() {
        let reading = Desk.read(["clients": "[\(Desk.client(["id_token_signed_response_alg": "\"ES265\""]))]"]
        )
        #expect(reading.hard["clients[0].id_token_signed_response_alg"]?.mend.contains("ES256") == true)
    }
}
