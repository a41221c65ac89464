import Codec
import Testing

struct DecimalDigitsTests {
    @Test func `digits are a number`() {
        #expect(DecimalDigits.parse("0") == 0)
        #expect(DecimalDigits.parse("0042") == 42)
        #expect(DecimalDigits.parse("9223372036854775807") == .max)
        #expect(DecimalDigits.parse("65535", limit: 65535) == 65535)
    }

    @Test(arguments: [
        "", "+5", "-5", "-0", " 5", "5 ", "1_0", "5.0", "0x5", "٥", "9223372036854775808", "1e3",
    ])
    func `a sign, a blank, another script or an overflow is none`(text: String) {
        #expect(DecimalDigits.parse(text) == nil)
    }

    @Test func `a number beyond the limit is none`() {
        #expect(DecimalDigits.parse("65536", limit: 65535) == nil)
    }
}
