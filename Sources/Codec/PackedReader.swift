/// Why packed bytes could not be read.
package enum PackedFault: Error, Equatable {
    /// The bytes end before the value does.
    case truncated
    /// A flag other than 0 and 1, a length not in its shortest form, a text that is no UTF-8.
    case malformed
    /// Bytes are left over behind the last value.
    case trailing
}

/// Reads what `PackedWriter` wrote; every value has exactly one spelling, every other one is refused.
package struct PackedReader {
    private let bytes: [UInt8]
    private var next = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package mutating func byte() throws(PackedFault) -> UInt8 {
        guard next < bytes.count else { throw .truncated }
        defer { next += 1 }
        return bytes[next]
    }

    package mutating func bool() throws(PackedFault) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw .malformed
        }
    }

    package mutating func uint16() throws(PackedFault) -> UInt16 { try integer() }

    package mutating func uint32() throws(PackedFault) -> UInt32 { try integer() }

    package mutating func int64() throws(PackedFault) -> Int64 { try integer() }

    package mutating func string() throws(PackedFault) -> String {
        let bytes = try slice(try length())
        guard let text = bytes.withUnsafeBufferPointer({ String(utf8: $0) }) else { throw .malformed }
        return text
    }

    package mutating func data() throws(PackedFault) -> [UInt8] { Array(try slice(try length())) }

    /// Bytes of a known length.
    package mutating func fixed(_ count: Int) throws(PackedFault) -> [UInt8] { Array(try slice(count)) }

    package mutating func strings() throws(PackedFault) -> [String] {
        let count = try length()
        // Each text takes a byte at least, so a false count cannot make us reserve more than was sent.
        guard count <= bytes.count - next else { throw .truncated }
        var texts: [String] = []
        texts.reserveCapacity(count)
        for _ in 0..<count { texts.append(try string()) }
        return texts
    }

    /// A value that `PackedWriter.optional` wrote.
    package mutating func optional<T>(
        _ read: (inout PackedReader) throws(PackedFault) -> T
    ) throws(PackedFault) -> T? {
        guard try bool() else { return nil }
        return try read(&self)
    }

    package mutating func optionalString() throws(PackedFault) -> String? {
        guard try bool() else { return nil }
        return try string()
    }

    package mutating func optionalData() throws(PackedFault) -> [UInt8]? {
        guard try bool() else { return nil }
        return try data()
    }

    package mutating func optionalInt64() throws(PackedFault) -> Int64? {
        guard try bool() else { return nil }
        return try int64()
    }

    package mutating func optionalBool() throws(PackedFault) -> Bool? {
        guard try bool() else { return nil }
        return try bool()
    }

    /// States that nothing is left.
    package func end() throws(PackedFault) {
        guard next == bytes.count else { throw .trailing }
    }

    private mutating func integer<T: FixedWidthInteger>() throws(PackedFault) -> T {
        var value: T = 0
        for byte in try slice(T.bitWidth / 8) { value = value << 8 | T(truncatingIfNeeded: byte) }
        return value
    }

    private mutating func length() throws(PackedFault) -> Int {
        var count = 0
        var shift = 0
        while true {
            let byte = try byte()
            count |= Int(byte & 127) << shift
            if byte < 128 {
                guard byte != 0 || shift == 0 else { throw .malformed }
                return count
            }
            shift += 7
            guard shift < 35 else { throw .malformed }
        }
    }

    private mutating func slice(_ count: Int) throws(PackedFault) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - next else { throw .truncated }
        defer { next += count }
        return bytes[next..<next + count]
    }
}
