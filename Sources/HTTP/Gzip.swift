import CZlib

/// Compression of what is public and made once. Nothing that holds a secret comes here: how well it compresses
/// would tell of it (BREACH).
enum Gzip {
    /// The same content as gzip writes it (RFC 1952); the same bytes give the same bytes. Nil when it cannot be done.
    static func compressed(_ content: [UInt8]) -> [UInt8]? {
        guard content.count <= Int(UInt32.max) else { return nil }
        var stream = z_stream()
        guard homing_gzip_begin(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(content.count)))
        // zlib only reads its input, yet takes it as mutable.
        var input = content
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            count = Int(stream.total_out)
        }
        return isWhole ? output : nil
    }
}
