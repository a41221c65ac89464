import Codec
import Testing

struct PackedTests {
    private func sample() -> PackedWriter {
        var writer = PackedWriter()
        writer.byte(7)
        writer.bool(true)
        writer.uint16(0xABCD)
        writer.uint32(0xDEAD_BEEF)
        writer.int64(-2)
        writer.string("Zoë")
        writer.data([UInt8](repeating: 9, count: 300))
        writer.fixed([1, 2, 3])
        writer.optionalString(nil)
        writer.optionalString("")
        writer.optionalData([5])
        writer.optionalInt64(.min)
        writer.optionalBool(false)
        writer.strings(["a", "", "b"])
        return writer
    }

    @Test func `what is written is read back, and nothing is left`() throws {
        var reader = PackedReader(sample().bytes)
        #expect(try reader.byte() == 7)
        #expect(try reader.bool())
        #expect(try reader.uint16() == 0xABCD)
        #expect(try reader.uint32() == 0xDEAD_BEEF)
        #expect(try reader.int64() == -2)
        #expect(try reader.string() == "Zoë")
        #expect(try reader.data() == [UInt8](repeating: 9, count: 300))
        #expect(try reader.fixed(3) == [1, 2, 3])
        #expect(try reader.optionalString() == nil)
        #expect(try reader.optionalString() == "")
        #expect(try reader.optionalData() == [5])
        #expect(try reader.optionalInt64() == .min)
        #expect(try reader.optionalBool() == false)
        #expect(try reader.strings() == ["a", "", "b"])
        try reader.end()
    }

    @Test func `integers are big-endian and lengths short`() {
        var writer = PackedWriter()
        writer.uint16(1)
        writer.string("ab")
        #expect(writer.bytes == [0, 1, 2, 0x61, 0x62])
    }

    @Test func `bytes that end too early are refused at every length`() {
        let bytes = sample().bytes
        for count in 0..<bytes.count {
            var reader = PackedReader(Array(bytes.prefix(count)))
            #expect(throws: PackedFault.truncated) {
                _ = try (
                    reader.byte(), reader.bool(), reader.uint16(), reader.uint32(), reader.int64(),
                    reader.string()
                )
                _ = try (reader.data(), reader.fixed(3), reader.optionalString(), reader.optionalString())
                _ = try (
                    reader.optionalData(), reader.optionalInt64(), reader.optionalBool(), reader.strings()
                )
            }
        }
    }

    @Test func `bytes left over are refused`() throws {
        var reader = PackedReader([1, 2])
        _ = try reader.byte()
        #expect(throws: PackedFault.trailing) { try reader.end() }
    }

    @Test(
        arguments: [[0x80, 0x00], [0x82, 0x80, 0x00], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x01, 0xFF]]
            as [[UInt8]])
    func `a long-winded or giant length or a text that is no UTF-8 is refused`(bytes: [UInt8]) {
        var reader = PackedReader(bytes)
        #expect(throws: PackedFault.malformed) { try reader.string() }
    }

    @Test func `a false count of texts reserves nothing`() {
        var reader = PackedReader([0xFF, 0xFF, 0xFF, 0xFF, 0x07])
        #expect(throws: PackedFault.truncated) { try reader.strings() }
    }

    @Test func `a flag is 0 or 1`() {
        var reader = PackedReader([2])
        #expect(throws: PackedFault.malformed) { try reader.bool() }
    }
}
