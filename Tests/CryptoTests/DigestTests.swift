import Codec
import Crypto
import Testing

@Suite struct DigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `SHA-256 gives what FIPS 180-4 says`(text: String, digest: String) {
        #expect(Hex.encode(SHA256.digest(Array(text.utf8)).bytes) == digest)
    }

    @Test func `SHA-512 gives what FIPS 180-4 says`() {
        let expected =
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        #expect(Hex.encode(SHA512.digest(Array("abc".utf8))) == expected)
    }

    @Test func `only 32 bytes are a digest, contiguous or not`() throws {
        #expect(Digest([UInt8](repeating: 1, count: 31)) == nil)
        #expect(Digest([UInt8](repeating: 1, count: 33)) == nil)
        #expect(Digest([]) == nil)
        let scattered = try #require(Digest((0..<32).lazy.map { UInt8($0) }.reversed()))
        #expect(scattered.bytes == (0..<32).reversed().map { UInt8($0) })
    }

    @Test func `digests match byte for byte and not otherwise`() throws {
        let bytes = SHA256.digest([1, 2, 3]).bytes
        let digest = try #require(Digest(bytes))
        #expect(digest.matches(SHA256.digest([1, 2, 3])))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(!digest.matches(try #require(Digest(other))))
        }
    }

    @Test func `a digest is appended as its bytes`() {
        var bytes: [UInt8] = [7]
        let digest = SHA256.digest([])
        digest.append(to: &bytes)
        #expect(bytes == [7] + digest.bytes)
    }

    @Test func `byte strings are compared whole`() {
        #expect(constantTimeEqual([], []))
        #expect(constantTimeEqual([1, 2], [1, 2]))
        #expect(!constantTimeEqual([1, 2], [1, 3]))
        #expect(!constantTimeEqual([1, 2], [1, 2, 3]))
    }

    @Test func `digests are right when many threads ask at once`() async {
        let expected = (0..<64).map { SHA256.digest([UInt8($0)]) }
        let wrong = await withTaskGroup(of: Int.self) { group in
            for seed in 0..<64 {
                group.addTask {
                    (0..<200).count { _ in !SHA256.digest([UInt8(seed)]).matches(expected[seed]) }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }
}
