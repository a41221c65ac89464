import Codec
import Glibc

/// Content in chunks (RFC 9112 section 7.1), as a machine over whatever bytes have come.
///
/// Extensions are checked and passed over, trailers checked and dropped; both are bounded, since a peer could
/// else send them for ever.
struct ChunkedContent: Sendable {
    private enum Phase: Sendable { case size, data(Int), dataEnd, trailer }

    /// One line with the size and the extensions of a chunk, without its line end.
    private static let sizeLine = 256
    /// All extensions of one request.
    private static let extensions = 4096

    private var phase = Phase.size
    private var extensionBytes = 0
    private var trailerBytes = 0
    private var trailerCount = 0

    /// Takes what is complete in `bytes` and appends the data to `content`.
    ///
    /// - Returns: how many bytes were taken, and whether the content is complete.
    mutating func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, into content: inout [UInt8], limits: RequestLimits
    ) throws(Refusal) -> (consumed: Int, isComplete: Bool) {
        var next = 0
        while true {
            switch phase {
            case .size:
                guard let line = try line(bytes, from: next, limit: Self.sizeLine, beyond: .malformed) else {
                    return (next, false)
                }
                let size = try readSize(line, room: limits.bodyBytes - content.count)
                next += line.count + 2
                phase = size == 0 ? .trailer : .data(size)
            case .data(let remaining):
                let count = min(remaining, bytes.count - next)
                content.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[next..<next + count]))
                next += count
                phase = count == remaining ? .dataEnd : .data(remaining - count)
                if count < remaining { return (next, false) }
            case .dataEnd:
                guard let line = try line(bytes, from: next, limit: 0, beyond: .malformed) else {
                    return (next, false)
                }
                next += line.count + 2
                phase = .size
            case .trailer:
                let room = limits.headerBytes - trailerBytes
                guard let line = try line(bytes, from: next, limit: room, beyond: .fieldsTooLarge) else {
                    return (next, false)
                }
                next += line.count + 2
                if line.isEmpty { return (next, true) }
                trailerBytes += line.count + 2
                trailerCount += 1
                guard trailerCount <= limits.fieldCount else { throw .fieldsTooLarge }
                _ = try FieldLine.split(line, 0..<line.count)
            }
        }
    }

    /// The line at `start` without its CR LF; nil while its end has not come.
    private func line(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int, beyond: Refusal
    ) throws(Refusal) -> UnsafeBufferPointer<UInt8>? {
        let rest = UnsafeBufferPointer(rebasing: bytes[start...].prefix(max(limit, 0) + 2))
        guard let base = rest.baseAddress, let found = memchr(base, Int32(Octet.lineFeed), rest.count) else {
            guard rest.count < max(limit, 0) + 2 else { throw beyond }
            return nil
        }
        let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
        guard end > 0, rest[end - 1] == Octet.carriageReturn else { throw .malformed }
        return UnsafeBufferPointer(rebasing: rest[..<(end - 1)])
    }

    private mutating func readSize(
        _ line: UnsafeBufferPointer<UInt8>, room: Int
    ) throws(Refusal) -> Int {
        var size = 0
        var index = 0
        while index < line.count, let digit = Hex.digit(line[index]) {
            size = size << 4 | Int(digit)
            guard size <= room else { throw .contentTooLarge }
            index += 1
        }
        guard index > 0 else { throw .malformed }
        extensionBytes += line.count - index
        guard extensionBytes <= Self.extensions else { throw .malformed }
        guard ChunkExtensions.areValid(UnsafeBufferPointer(rebasing: line[index...])) else {
            throw .malformed
        }
        return size
    }
}
