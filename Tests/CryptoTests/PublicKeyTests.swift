import Codec
import Crypto
import Testing

@Suite struct PublicKeyTests {
    @Test func `a point off the curve is no key`() throws {
        guard case .p256(let x, var y) = try PrivateKey.generate(.es256).publicKey.material else {
            Issue.record("not P-256")
            return
        }
        y[31] ^= 1
        #expect(throws: KeyFault.malformed) { try PublicKey(p256: x, y) }
        #expect(throws: KeyFault.malformed) { try PublicKey(p256: x, Array(y.dropLast())) }
        #expect(throws: KeyFault.malformed) { try PublicKey(p256: [0] + x, y) }
        let zero = [UInt8](repeating: 0, count: 32)
        #expect(throws: KeyFault.malformed) { try PublicKey(p256: zero, zero) }
        #expect(throws: KeyFault.malformed) { try PublicKey(p256: [], []) }
    }

    @Test func `RSA is bounded below and above`() {
        let exponent: [UInt8] = [1, 0, 1]
        let odd = { (bytes: Int) in [0x80] + [UInt8](repeating: 0, count: bytes - 2) + [1] as [UInt8] }
        #expect(throws: KeyFault.weak) { try PublicKey(rsa: odd(255), exponent) }
        #expect(throws: KeyFault.weak) { try PublicKey(rsa: [0x7f] + odd(256).dropFirst(), exponent) }
        #expect(throws: KeyFault.weak) { try PublicKey(rsa: [0] + odd(255), exponent) }
        #expect(throws: KeyFault.oversized) { try PublicKey(rsa: odd(1025), exponent) }
        #expect(throws: KeyFault.malformed) { try PublicKey(rsa: [], exponent) }
        #expect(throws: Never.self) { try PublicKey(rsa: odd(256), exponent) }
        #expect(throws: Never.self) { try PublicKey(rsa: odd(1024), exponent) }
    }

    @Test(arguments: [[], [0], [1], [2], [0, 1], [1, 0], [UInt8](repeating: 1, count: 9)])
    func `an exponent that cannot be one is refused`(exponent: [UInt8]) {
        let modulus = [0x80] + [UInt8](repeating: 0, count: 254) + [1] as [UInt8]
        #expect(throws: KeyFault.malformed) { try PublicKey(rsa: modulus, exponent) }
    }

    @Test func `an even modulus is refused`() {
        let modulus = [0x80] + [UInt8](repeating: 0, count: 255) as [UInt8]
        #expect(throws: KeyFault.malformed) { try PublicKey(rsa: modulus, [1, 0, 1]) }
    }

    @Test func `leading zeros of RSA numbers do not count`() throws {
        let modulus = [0x80] + [UInt8](repeating: 0, count: 254) + [1] as [UInt8]
        let key = try PublicKey(rsa: [0, 0] + modulus, [0, 1, 0, 1])
        #expect(key.material == .rsa(modulus: modulus, exponent: [1, 0, 1]))
    }

    @Test func `an Ed25519 key has 32 bytes`() {
        #expect(throws: KeyFault.malformed) { try PublicKey(ed25519: [UInt8](repeating: 1, count: 31)) }
        #expect(throws: KeyFault.malformed) { try PublicKey(ed25519: [UInt8](repeating: 1, count: 33)) }
        #expect(throws: KeyFault.malformed) { try PublicKey(ed25519: []) }
    }
}
