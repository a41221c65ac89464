import Codec
import Testing

/// Test vectors as their documents write them.
enum Fixture {
    static func hex(_ text: String) throws -> [UInt8] {
        try #require(Hex.decode(text))
    }

    static func base64URL(_ text: String) throws -> [UInt8] {
        try #require(Base64URL.decode(text))
    }
}
