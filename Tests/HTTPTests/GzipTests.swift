import CZlib
import Testing

@testable import HTTP

struct GzipTests {
    @Test(arguments: [0, 1, 100, 100_000]) func `what was compressed comes out again`(count: Int) throws {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251 * ($0 % 7)) }
        let packed = try #require(Gzip.compressed(content))
        #expect(unpacked(packed, count: count) == content)
    }

    @Test func `the same content gives the same bytes, without a time or a name`() throws {
        let packed = try #require(Gzip.compressed(Array(repeating: 97, count: 1_000)))
        #expect(packed == Gzip.compressed(Array(repeating: 97, count: 1_000)))
        #expect(packed.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
        #expect(packed.count < 40)
    }
}

/// The content of a gzip file of this many octets; nil when it is none.
func unpacked(_ packed: [UInt8], count: Int) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        return nil
    }
    defer { inflateEnd(&stream) }
    var input = packed
    var isWhole = false
    let output = [UInt8](unsafeUninitializedCapacity: count + 1) { output, written in
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
        }
        written = Int(stream.total_out)
    }
    return isWhole ? output : nil
}
