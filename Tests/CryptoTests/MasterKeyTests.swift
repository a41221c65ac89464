import Codec
import Crypto
import Testing

@Suite struct MasterKeyTests {
    @Test func `a purpose's key is HKDF of the master key and stays what it was`() throws {
        let master = try MasterKey(bytes: Array(0..<32))
        let derived = try Fixture.hex("45f67fefce9507da74224200a44acf8d882180089732d94498d29d614132d1fc")
        let expected = MACKey(bytes: derived).authenticate([1, 2, 3])
        #expect(master.macKey("code").authenticate([1, 2, 3]).matches(expected))
    }

    @Test func `each purpose has a key of its own`() throws {
        let master = try MasterKey(bytes: Array(0..<32))
        #expect(!master.macKey("code").authenticate([]).matches(master.macKey("handle").authenticate([])))
        let sealed = master.sealingKey("pending").seal([1], context: [], random: SystemRandom())
        #expect(master.sealingKey("ledger").open(sealed, context: []) == nil)
        #expect(master.sealingKey("pending").open(sealed, context: []) == [1])
    }

    @Test func `text and bytes give the same key`() throws {
        let bytes = SystemRandom().bytes(48)
        let one = try MasterKey(bytes: bytes)
        let other = try MasterKey(base64URL: Base64URL.encode(bytes))
        #expect(one.macKey("x").authenticate([]).matches(other.macKey("x").authenticate([])))
    }

    @Test func `short and misspelt keys are refused`() {
        #expect(throws: KeyFault.tooShort) { try MasterKey(bytes: Array(0..<31)) }
        #expect(throws: KeyFault.tooShort) { try MasterKey(base64URL: "") }
        #expect(throws: KeyFault.notBase64URL) {
            try MasterKey(base64URL: String(repeating: "A", count: 43) + "=")
        }
        #expect(throws: KeyFault.notBase64URL) {
            try MasterKey(base64URL: String(repeating: "+", count: 43))
        }
    }

    @Test func `two random keys differ`() {
        let one = MasterKey.random().macKey("x").authenticate([])
        #expect(!one.matches(MasterKey.random().macKey("x").authenticate([])))
    }

    @Test func `the system generator gives as many bytes as asked for, never the same`() {
        let random = SystemRandom()
        #expect(random.bytes(0) == [])
        #expect(random.bytes(1000).count == 1000)
        #expect(Set((0..<1000).map { _ in random.bytes(12) }).count == 1000)
        #expect(Set(random.bytes(4096)).count == 256)
    }
}
