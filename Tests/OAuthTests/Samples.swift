import Codec
import Crypto
import OAuth
import Testing

/// The values that the tests share: one client, one app's proof, one moment.
enum Samples {
    static let start = Timestamp(milliseconds: 1_760_000_000_000)
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let callback = "https://link.example.com/mobile/oauth/callback"
    static let api = "https://api.example.com"

    static func client(
        _ id: String = "app1", redirectURIs: [String] = [callback],
        scope: String = "openid profile email offline_access orders.read"
    ) throws -> Client {
        try Client(
            clientID: clientID(id), name: "Example",
            redirectURIs: redirectURIs.map { try RedirectURI.validate(registration: $0) },
            scope: #require(Scope(parsing: scope)))
    }

    static func clientID(_ text: String = "app1") throws -> ClientID { try #require(ClientID(text)) }

    static func proof(_ text: String = verifier) throws -> CodeVerifier { try #require(CodeVerifier(text)) }

    static func id(_ seed: UInt64 = 1) -> TransactionID {
        TransactionID(at: start, random: SeededRandom(seed: seed))
    }

    static func identity() throws -> Identity {
        try Identity(
            provider: #require(ProviderID("google")), issuer: "https://accounts.google.com", subject: "1234")
    }

    static func details(scope: String = "openid offline_access", resource: String? = nil) throws
        -> SignInDetails
    {
        try SignInDetails(
            redirectURI: callback, state: "s-12345678", nonce: "n-1", scope: #require(Scope(parsing: scope)),
            resource: resource, providerID: #require(ProviderID("google")),
            subject: #require(Subject("person-1")),
            authTime: start, claims: ProfileClaims(email: "a@example.com", emailVerified: true, name: "Zoë"))
    }

    /// The smallest right request, as pairs that a test may change.
    static var request: [(String, String)] {
        [
            ("response_type", "code"), ("client_id", "app1"), ("redirect_uri", callback), ("scope", "openid"),
            ("state", "s-12345678"), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
    }

    /// `request` with some parameters replaced, or taken out where the value is nil.
    static func request(_ changes: KeyValuePairs<String, String?>) -> [(String, String)] {
        var pairs = request
        for (name, value) in changes {
            if let index = pairs.firstIndex(where: { $0.0 == name }) { pairs.remove(at: index) }
            if let value { pairs.append((name, value)) }
        }
        return pairs
    }
}

/// A sequence that a seed determines (SplitMix64).
struct SeededRandom: RandomSource, RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    func bytes(_ count: Int) -> [UInt8] {
        var generator = self
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
}
