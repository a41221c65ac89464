import Codec
import Testing

@testable import Crypto

@Suite struct HKDFTests {
    /// RFC 5869 appendix A, cases 1 to 3: material, salt, info, output.
    static let vectors: [([UInt8], [UInt8], [UInt8], String)] = [
        (
            [UInt8](repeating: 0x0b, count: 22), Array(0...12), Array(0xf0...0xf9),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        (
            Array(0x00...0x4f), Array(0x60...0xaf), Array(0xb0...0xff),
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                + "cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
        (
            [UInt8](repeating: 0x0b, count: 22), [], [],
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        ),
    ]

    @Test(arguments: vectors)
    func `the keys are those of RFC 5869`(material: [UInt8], salt: [UInt8], info: [UInt8], output: String) {
        let derived = material.withUnsafeBufferPointer {
            HKDF.derive(from: $0, salt: salt, info: info, length: output.utf8.count / 2)
        }
        #expect(Hex.encode(derived) == output)
    }
}
