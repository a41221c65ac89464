import Codec
import Crypto
import Testing

@Suite struct MACKeyTests {
    static let large = "This is a test using a larger than block-size key and a larger than block-size data. "
    static let hashed = "The key needs to be hashed before being used by the HMAC algorithm."
    /// RFC 4231 §4: key, message, MAC.
    static let vectors: [([UInt8], [UInt8], String)] = [
        (
            [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), [UInt8](repeating: 0xcd, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), Array((large + hashed).utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test(arguments: vectors)
    func `HMAC-SHA-256 gives what RFC 4231 says, also at the second call`(
        key: [UInt8], message: [UInt8], mac: String
    ) {
        let key = MACKey(bytes: key)
        #expect(Hex.encode(key.authenticate(message).bytes) == mac)
        #expect(Hex.encode(key.authenticate([]).bytes) != mac)
        #expect(Hex.encode(key.authenticate(message).bytes) == mac)
    }

    @Test func `a MAC with any bit changed, shorter or longer is refused`() {
        let key = MasterKey.random().macKey("code")
        let message = Array("transaction".utf8)
        let mac = key.authenticate(message).bytes
        #expect(key.authenticates(mac, message))
        #expect(key.authenticates((mac + [0])[..<32], message))
        for index in mac.indices {
            var other = mac
            other[index] ^= 0x80
            #expect(!key.authenticates(other, message))
        }
        #expect(!key.authenticates(mac.dropLast(), message))
        #expect(!key.authenticates(mac + [0], message))
        #expect(!key.authenticates([], message))
        #expect(!key.authenticates(mac, message + [0]))
    }

    @Test func `MACs are right when many threads ask at once`() async {
        let key = MasterKey.random().macKey("code")
        let expected = (0..<64).map { key.authenticate([UInt8($0)]) }
        let wrong = await withTaskGroup(of: Int.self) { group in
            for seed in 0..<64 {
                group.addTask {
                    (0..<200).count { _ in !key.authenticate([UInt8(seed)]).matches(expected[seed]) }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
