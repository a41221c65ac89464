import Codec
import OAuth
import Testing

struct PackingTests {
    func pending(_ changes: KeyValuePairs<String, String?> = [:]) throws -> PendingTransaction {
        let request = try AuthorizationRequestTests.validate(Samples.request(changes))
        let secret = Base64URL.encode(SeededRandom(seed: 9).bytes(32))
        return try PendingTransaction(
            id: Samples.id(), request: request, providerID: #require(ProviderID("google")),
            upstreamVerifier: secret, upstreamNonce: secret, expiresAt: Samples.start.adding(seconds: 600))
    }

    @Test func `a usual pending transaction takes less than 450 bytes`() throws {
        let random = Base64URL.encode(SeededRandom(seed: 3).bytes(32))
        let usual = try pending([
            "scope": "openid profile email offline_access", "state": random, "nonce": random,
            "prompt": "login",
            "max_age": "300", "resource": Samples.api,
        ])
        let packed = usual.packed()
        #expect(packed.count < 450)
        #expect(try PendingTransaction(packed: packed) == usual)
    }

    @Test(
        arguments: [
            ["state": nil, "nonce": nil], ["state": "a+b/c=="], ["state": "AB", "nonce": "ABC"],
            ["state": "ABCD"],
            ["prompt": "none"], ["max_age": "0"], ["max_age": "4294967295"],
            ["state": String(repeating: "ë", count: 1024)],
        ] as [KeyValuePairs<String, String?>])
    func `a pending transaction comes out as it went in`(changes: KeyValuePairs<String, String?>) throws {
        let pending = try pending(changes)
        #expect(try PendingTransaction(packed: pending.packed()) == pending)
    }

    @Test func `a pending transaction lives to the millisecond and not under a clock that stepped back`()
        throws
    {
        let pending = try pending()
        #expect(pending.isLive(at: Samples.start))
        #expect(pending.isLive(at: Samples.start.adding(milliseconds: 599_999)))
        #expect(!pending.isLive(at: Samples.start.adding(seconds: 600)))
        #expect(pending.isLive(at: Samples.start.adding(seconds: -60)))
        #expect(!pending.isLive(at: Samples.start.adding(seconds: -3000)))
    }

    @Test func `what was cut, lengthened or is of another version is not read`() throws {
        let pending = try pending().packed()
        let details = try Samples.details(resource: Samples.api).packed()
        for count in 0..<pending.count {
            #expect(throws: PackedFault.self) { try PendingTransaction(packed: Array(pending[..<count])) }
        }
        for count in 0..<details.count {
            #expect(throws: PackedFault.self) { try SignInDetails(packed: Array(details[..<count])) }
        }
        #expect(throws: PackedFault.trailing) { try PendingTransaction(packed: pending + [0]) }
        #expect(throws: PackedFault.trailing) { try SignInDetails(packed: details + [0]) }
        #expect(throws: PackedFault.self) { try PendingTransaction(packed: [9] + pending.dropFirst()) }
        #expect(throws: PackedFault.self) { try SignInDetails(packed: [9] + details.dropFirst()) }
    }

    @Test func `no damaged byte makes packed values crash`() throws {
        let pending = try pending().packed()
        let details = try Samples.details().packed()
        var random = SeededRandom(seed: 5)
        for _ in 0..<2000 {
            var (left, right) = (pending, details)
            left[Int.random(in: left.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            right[Int.random(in: right.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = try? PendingTransaction(packed: left)
            _ = try? SignInDetails(packed: right)
        }
    }

    @Test func `sign-in details come out as they went in`() throws {
        let full = try Samples.details(resource: Samples.api)
        #expect(try SignInDetails(packed: full.packed()) == full)
        let pending = try pending()
        let bare = try SignInDetails(of: pending, subject: #require(Subject("p")), authTime: Samples.start)
        #expect(try SignInDetails(packed: bare.packed()) == bare)
        #expect(bare.redirectURI == pending.redirectURI && bare.scope == pending.scope)
    }
}
