import Codec
import Testing

struct HexTests {
    @Test func `digits come in the case that was asked for`() {
        #expect(Hex.encode([0x00, 0x0F, 0xAB, 0xFF]) == "000fabff")
        #expect(Hex.encode([0x00, 0x0F, 0xAB, 0xFF], uppercase: true) == "000FABFF")
        #expect(Hex.encode([]).isEmpty)
    }

    @Test func `both cases are read`() {
        #expect(Hex.decode("000fABff") == [0x00, 0x0F, 0xAB, 0xFF])
        #expect(Hex.decode("") == [])
    }

    @Test(arguments: ["0", "0g", "+1", " 1", "0x", "é", "12 34"])
    func `anything else is refused`(text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
