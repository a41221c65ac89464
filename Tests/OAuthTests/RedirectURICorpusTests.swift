import Codec
import OAuth
import Testing

/// D6, A1 to A7: what looks like a registered URI and is another one.
struct RedirectURICorpusTests {
    static let registered = [
        Samples.callback, "https://app.example.com/cb?tenant=a%2Fb&flag",
        "com.example.mobile:/oauth/callback",
        "com.example.Kiosk:/cb", "http://127.0.0.1/cb", "http://[::1]/cb",
    ]

    @Test(arguments: registered)
    func `D6 no mutation of a registered redirect URI is accepted or redirected to`(original: String) throws {
        let client = try Samples.client(redirectURIs: Self.registered)
        let mutations = Self.mutations(of: original)
        #expect(mutations.count >= 150)
        // Collected first: an expectation for each of them takes longer than the matching.
        var accepted: [String] = []
        var redirected: [String] = []
        for mutation in mutations {
            if client.matching(mutation) != nil { accepted.append(mutation) }
            if try Self.isRedirected(mutation, client) { redirected.append(mutation) }
        }
        #expect(accepted.isEmpty)
        #expect(redirected.isEmpty)
    }

    /// Whether a request that names `uri`, encoded once, gets anything but our own page.
    private static func isRedirected(_ uri: String, _ client: Client) throws -> Bool {
        guard !uri.utf8.contains(0) else { return false }
        let query = Form.encode(Samples.request(["redirect_uri": uri, "prompt": "none"]))
        let form = try Form(parsing: query.utf8)
        do throws(AuthorizationRequestFault) {
            _ = try AuthorizationRequest.validate(form, clients: { _ in client }, apis: [])
            return true
        } catch {
            guard case .page(.unregisteredRedirectURI) = error else { return true }
            return false
        }
    }

    @Test func `D6 texts that Swift holds equal and that differ in bytes do not match`() throws {
        let kelvin = "com.example.\u{212A}iosk:/cb"
        #expect(kelvin == "com.example.Kiosk:/cb")
        #expect(try Samples.client(redirectURIs: ["com.example.Kiosk:/cb"]).matching(kelvin) == nil)
    }

    static func mutations(of original: String) -> [String] {
        var found: Set<[UInt8]> = []
        let bytes = Array(original.utf8)
        for position in bytes.indices {
            var deleted = bytes
            deleted.remove(at: position)
            found.insert(deleted)
            var doubled = bytes
            doubled.insert(bytes[position], at: position)
            found.insert(doubled)
            for twin in twins(of: bytes[position]) {
                found.insert(Array(bytes[..<position]) + Array(twin.utf8) + Array(bytes[(position + 1)...]))
            }
            for intruder in intruders {
                found.insert(Array(bytes[..<position]) + Array(intruder.utf8) + Array(bytes[position...]))
            }
        }
        for tail in tails { found.insert(bytes + Array(tail.utf8)) }
        for head in heads { found.insert(Array(head.utf8) + bytes) }
        for whole in strangers(like: original) { found.insert(Array(whole.utf8)) }
        for known in registered { found.remove(Array(known.utf8)) }
        return found.filter { !isFreePort($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same byte in other spellings: other case, escaped, escaped twice, full width, look-alikes.
    private static func twins(of byte: UInt8) -> [String] {
        let scalar = Unicode.Scalar(byte)
        let text = String(Character(scalar))
        let hex = Hex.encode([byte], uppercase: true)
        var twins = ["%" + hex, "%25" + hex, text.uppercased(), text.lowercased()]
        if let wide = Unicode.Scalar(UInt32(byte) + 0xFEE0) { twins.append(String(Character(wide))) }
        if text == "K" { twins.append("\u{212A}") }
        if text == "a" { twins.append("\u{430}") }
        return twins
    }

    private static let intruders = [
        " ", "\t", "\r", "\n", "\0", "\r\n", "%00", "%0d%0a", "%09", "%20", "+", "/", "//", "\\", "@", "#",
        "?", ";",
        ":", "..", "/.", "/./", "/../", "%2e", "%2E%2e/", "%252e", "..;/", "*", "\u{200B}", "\u{FEFF}",
        "\u{202E}",
        "\u{301}", "&", "evil.example", "@evil.example",
    ]

    private static let tails = [
        "/", "//", "?", "&", "#", "#x", "%23", "?x=1", "&x=1", ";x=1", "/../x", "/%2e%2e/x", "/..;/x",
        ".evil.example",
        "@evil.example", "\\@evil.example", " ", "\t", "\n", "%20", "%00", "\u{0}", ",https://evil.example",
        "?code=x",
    ]

    private static let heads = [
        " ", "\t", "\n", "\u{FEFF}", "/", "//", "/\\", "javascript:", "data:", "https://evil.example/?u=",
        "https://evil.example#", "view-source:", "x",
    ]

    /// Whole URIs that parsers have taken for one of ours.
    private static func strangers(like original: String) -> [String] {
        let host = "link.example.com"
        let path = "/mobile/oauth/callback"
        return [
            "https://\(host)@evil.example\(path)", "https://\(host):443@evil.example\(path)",
            "https://a@b@\(host)\(path)", "https://evil%40\(host)\(path)",
            "https://evil.example\\@\(host)\(path)",
            "https:\\\\\(host)\(path)", "/\\\(host)\(path)", "//\(host)\(path)", "https:\(host)\(path)",
            "https:/\(host)\(path)", "https:///\(host)\(path)", "https://\(host):443\(path)",
            "http://\(host)\(path)",
            "https://\(host).\(path)", "https://\(host.uppercased())\(path)", "https://evil\(host)\(path)",
            "https://\(host).evil.example\(path)", "https://localhost.evil.example\(path)",
            "https://xn--\(host)\(path)",
            "HTTPS://\(host)\(path)", "JavaScript:alert(1)//\(host)\(path)",
            "https://\(host)/MOBILE/oauth/callback",
            "https://\(host)/mobile/../mobile/oauth/callback", "https://\(host)//mobile/oauth/callback",
            "http://2130706433/cb", "http://0x7f000001/cb", "http://127.1/cb", "http://0177.0.0.1/cb",
            "http://[::ffff:127.0.0.1]/cb", "http://[0:0:0:0:0:0:0:1]/cb", "http://127.0.0.1.evil.example/cb",
            "http://127.0.0.1:1@evil.example/cb", "http://localhost/cb", "http://127.0.0.1%3A80/cb",
            "https://app.example.com/cb?flag&tenant=a%2Fb", "https://app.example.com/cb?tenant=a/b&flag",
            "https://app.example.com/cb?tenant=a%2Fb&flag=", "https://app.example.com/cb?tenant=a%2fb&flag",
            "https://app.example.com/cb?tenant=a%2Fb&flag&flag", "https://app.example.com/cb",
            "com.example.mobile://oauth/callback", "com.example.mobile:///oauth/callback",
            "com.example.mobile:oauth/callback",
            original + original, String(original.reversed()), original.uppercased(),
        ].filter { $0 != original }
    }

    /// What RFC 8252 section 7.3 lets in: a loopback registration with a port.
    private static func isFreePort(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.wholeMatch(of: /http:\/\/(127\.0\.0\.1|\[::1\]):[1-9][0-9]{0,4}\/cb/) != nil
    }
}
