import Codec
import Crypto
import Testing

@Suite struct SealingKeyTests {
    struct Vector: Sendable {
        let key, nonce, plain, context, sealed, tag: String
    }

    /// AES-256 test cases 13, 14 and 16 of the GCM submission to NIST.
    static let vectors = [
        Vector(
            key: String(repeating: "00", count: 32), nonce: "000000000000000000000000", plain: "",
            context: "", sealed: "", tag: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            key: String(repeating: "00", count: 32), nonce: "000000000000000000000000",
            plain: "00000000000000000000000000000000", context: "",
            sealed: "cea7403d4d606b6e074ec5d3baf39d18", tag: "d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            context: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
            tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    @Test(arguments: vectors)
    func `AES-256-GCM gives what NIST says, also at the second call`(vector: Vector) throws {
        let key = try SealingKey(bytes: Fixture.hex(vector.key))
        let random = FixedRandom(given: try Fixture.hex(vector.nonce))
        let plain = try Fixture.hex(vector.plain)
        let context = try Fixture.hex(vector.context)
        let expected = vector.nonce + vector.sealed + vector.tag
        for _ in 1...2 {
            let sealed = key.seal(plain, context: context, random: random)
            #expect(Hex.encode(sealed) == expected)
            #expect(key.open(sealed, context: context) == plain)
        }
    }

    @Test func `a changed bit anywhere, another context or another length opens nothing`() {
        let key = MasterKey.random().sealingKey("pending")
        let sealed = key.seal(Array("secret".utf8), context: [1], random: SystemRandom())
        for index in sealed.indices {
            var other = sealed
            other[index] ^= 1
            #expect(key.open(other, context: [1]) == nil)
        }
        for length in 0..<sealed.count {
            #expect(key.open(Array(sealed[..<length]), context: [1]) == nil)
        }
        #expect(key.open(sealed + [0], context: [1]) == nil)
        #expect(key.open(sealed, context: [2]) == nil)
        #expect(key.open(sealed, context: []) == nil)
        #expect(key.open(sealed, context: [1]) == Array("secret".utf8))
    }

    @Test func `a sealed value is longer by the overhead and never twice the same`() {
        let key = MasterKey.random().sealingKey("pending")
        let plain = [UInt8](repeating: 7, count: 500)
        let sealed = (0..<100).map { _ in key.seal(plain, context: [], random: SystemRandom()) }
        #expect(Set(sealed).count == 100)
        #expect(sealed.allSatisfy { $0.count == 500 + SealingKey.overhead })
    }

    @Test func `a key of another length is refused`() {
        #expect(throws: KeyFault.tooShort) { try SealingKey(bytes: Array(0..<31)) }
        #expect(throws: KeyFault.malformed) { try SealingKey(bytes: Array(0..<33)) }
    }

    @Test func `sealing and opening hold when many threads do it at once`() async {
        let key = MasterKey.random().sealingKey("pending")
        let wrong = await withTaskGroup(of: Int.self) { group in
            for seed in 0..<32 {
                group.addTask {
                    let plain = [UInt8](repeating: UInt8(seed), count: 300)
                    return (0..<100).count { _ in
                        let sealed = key.seal(plain, context: [UInt8(seed)], random: SystemRandom())
                        return key.open(sealed, context: [UInt8(seed)]) != plain
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
