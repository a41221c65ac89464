import Codec
import Testing

struct Base64URLTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the vectors of RFC 4648 hold without their padding`(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test func `every byte comes back, at every length`() {
        for length in 0..<130 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            let text = Base64URL.encode(bytes)
            #expect(Base64URL.decode(text) == bytes)
            #expect(Base64URL.decode(utf8: Array(text.utf8)[...]) == bytes)
        }
        #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
    }

    @Test(arguments: [
        "Zg==", "Zm8=", "Zh", "Zm9", "A", "Zm9vA", "Zm+v", "Zm/v", "Zm 9", " Zm9v", "Zm9v\n", "Zm9v\r\n",
        "Zmé", "Zm9v\0",
    ])
    func `another spelling is refused: padding, other alphabets, spare bits, blanks`(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func `each value has exactly one spelling`() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var spellings = 0
        for first in alphabet {
            for second in alphabet {
                guard let bytes = Base64URL.decode(utf8: [first, second]) else { continue }
                spellings += 1
                #expect(Base64URL.encode(bytes) == String(decoding: [first, second], as: UTF8.self))
            }
        }
        #expect(spellings == 256)
    }
}
