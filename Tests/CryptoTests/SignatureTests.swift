import Codec
import Crypto
import Testing

@Suite struct SignatureTests {
    static let message = Array("eyJhbGciOiJFUzI1NiJ9.e30".utf8)

    @Test(arguments: PrivateKey.Algorithm.allCases)
    func `what a key signed verifies, and nothing else does`(algorithm: PrivateKey.Algorithm) throws {
        let key = try PrivateKey.generate(algorithm)
        let used: SignatureAlgorithm = algorithm == .es256 ? .es256 : .rs256
        let signature = try key.sign(Self.message)
        #expect(signature.count == (algorithm == .es256 ? 64 : 256))
        #expect(key.publicKey.verifies(signature, of: Self.message, used))
        for index in signature.indices {
            var other = signature
            other[index] ^= 1
            #expect(!key.publicKey.verifies(other, of: Self.message, used))
        }
        #expect(!key.publicKey.verifies(signature, of: Self.message + [0], used))
        #expect(!key.publicKey.verifies(signature.dropLast(), of: Self.message, used))
        #expect(!key.publicKey.verifies(signature + [0], of: Self.message, used))
        #expect(!key.publicKey.verifies([], of: Self.message, used))
        #expect(!(try PrivateKey.generate(algorithm)).publicKey.verifies(signature, of: Self.message, used))
        #expect(key.publicKey.verifies(signature, of: Self.message, used))
    }

    @Test func `an algorithm that does not fit the key verifies nothing`() throws {
        for algorithm in PrivateKey.Algorithm.allCases {
            let key = try PrivateKey.generate(algorithm)
            let signature = try key.sign(Self.message)
            for other in SignatureAlgorithm.allCases where other.rawValue != algorithm.rawValue {
                #expect(!key.publicKey.verifies(signature, of: Self.message, other))
            }
        }
    }

    @Test func `ES256 signatures keep 64 bytes when r or s begins with zeros`() throws {
        let key = try PrivateKey.generate(.es256)
        let signatures = try (0..<2000).map { try key.sign([UInt8($0 & 255), UInt8($0 >> 8)]) }
        #expect(signatures.allSatisfy { $0.count == 64 })
        #expect(signatures.contains { $0[0] == 0 } && signatures.contains { $0[32] == 0 })
        for (index, signature) in signatures.enumerated() where signature[0] == 0 || signature[32] == 0 {
            let message = [UInt8(index & 255), UInt8(index >> 8)]
            #expect(key.publicKey.verifies(signature, of: message, .es256))
        }
    }

    @Test func `r or s of zero, or at the order of the curve, is refused`() throws {
        let key = try PrivateKey.generate(.es256).publicKey
        let order = try Fixture.hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let zero = [UInt8](repeating: 0, count: 32)
        let one = zero.dropLast() + [1]
        for signature in [zero + zero, one + zero, zero + one, order + one, one + order, order + order] {
            #expect(!key.verifies(Array(signature), of: Self.message, .es256))
        }
    }

    @Test func `a DER signature where the raw form belongs is refused`() throws {
        let key = try Fixture.base64URL(PrivateKeyTests.exampleKey)
        let der = try Fixture.hex("3006020101020101")
        #expect(!(try PrivateKey(pkcs8: key)).publicKey.verifies(der, of: Self.message, .es256))
    }

    @Test func `Ed25519 verifies RFC 8032 test 2 and nothing changed`() throws {
        let key = try PublicKey(
            ed25519: Fixture.hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
        let signature = try Fixture.hex(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
        #expect(key.verifies(signature, of: [0x72], .edDSA))
        #expect(!key.verifies(signature, of: [0x73], .edDSA))
        #expect(!key.verifies(signature.dropLast(), of: [0x72], .edDSA))
        #expect(!key.verifies(signature, of: [0x72], .es256))
        for index in signature.indices {
            var other = signature
            other[index] ^= 1
            #expect(!key.verifies(other, of: [0x72], .edDSA))
        }
    }

    @Test func `signatures are right when many threads sign at once`() async throws {
        let key = try PrivateKey.generate(.es256)
        let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
            for seed in 0..<16 {
                group.addTask {
                    try (0..<50).count { _ in
                        let signature = try key.sign([UInt8(seed)])
                        return !key.publicKey.verifies(signature, of: [UInt8(seed)], .es256)
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
